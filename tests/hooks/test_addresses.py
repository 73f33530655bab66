"""Which addresses may be asked when somebody else chose them."""

import asyncio
import socket

import aiohttp
import pytest

from app import addresses


async def reached(url: str, allow_loopback: bool = False, never: set[int] | None = None) -> str:
    """Ask an address as a hook does; what came of it."""
    fault = addresses.fault(url, allow_loopback, never or set())
    if fault:
        return fault
    try:
        async with addresses.session(5, allow_loopback, never or set()) as session:
            async with session.post(url, allow_redirects=False) as reply:
                return f"reached {reply.status}"
    except aiohttp.ClientConnectorError as error:
        return str(error.os_error)
    except aiohttp.ClientError as error:
        return str(error)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "0.0.0.0",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "１２７.0.0.1",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "169.254.169.254",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.0.1",
        "100.64.0.1",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[2001:0:1::]",
        "[fec0::1]",
        "[fe80::1]",
        "[fd00::1]",
        "[ff02::1]",
        "224.0.0.1",
        "255.255.255.255",
    ],
)
async def test_what_is_not_public_is_not_asked(host: str) -> None:
    said = await reached(f"https://{host}/")
    assert "not a public address" in said or "not a canonical IPv4" in said, said


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://example.org/", "plain http"),
        ("ftp://example.org/", "https://"),
        ("https:///x", "https://"),
        ("example.org", "https://"),
        ("https://a:b@example.org/", "name or password"),
        ("https://[::1", "not an address"),
        ("https://example.org:0/", "https://"),
        ("https://example.org:99999/", "not an address"),
    ],
)
def test_an_address_says_what_is_wrong_with_it(url: str, said: str) -> None:
    assert said in addresses.fault(url, allow_loopback=False)
    assert addresses.fault("https://example.org:8443/x?y", allow_loopback=False) == ""


async def test_this_machine_is_asked_where_that_is_allowed_but_never_at_our_own_ports() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        for host in ("127.0.0.1", "localhost"):
            url = f"http://{host}:{port}/"
            assert await reached(url, allow_loopback=True) == "reached 204"
            assert "not a public address" in await reached(url, allow_loopback=True, never={port})
        assert "plain http" in await reached(f"http://127.0.0.1:{port}/")


async def test_a_name_that_leads_to_this_machine_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check is on what the name is resolved to, and the connection goes there: no second look at the name."""
    real = socket.getaddrinfo
    asked = []

    def getaddrinfo(host: str, *more: object, **named: object) -> object:
        asked.append(host)
        return real("127.0.0.1" if host == "rebound.example" else host, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert "not a public address" in await reached("https://rebound.example/")
    assert asked == ["rebound.example"]
