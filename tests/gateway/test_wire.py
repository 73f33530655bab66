"""HTTP/1.1 as servers speak it, under the client."""

import asyncio
import datetime
import gzip
import ipaddress
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvloop
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from app.gateway import End, Gateway, Limits, Text
from app.gateway.wire import Wire
from tests.gateway.conftest import HELLO, QUICK, events_of, failure_of, full_port, settings
from tests.gateway.scripted import DONE, Reply, ScriptedGateway, hold, raw, refuse, stop, text

HI = [Text("hi"), End("stop")]
BODY = text("hi") + stop()


async def test_one_connection_serves_request_after_request(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    for _ in range(5):
        await events_of(gateway)
    await gateway.catalogue()
    assert len(scripted.connections) == 1


async def test_requests_at_once_have_connections_of_their_own(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(Reply.sse(hold(), text("hi"), stop()))
    tasks = [asyncio.create_task(events_of(gateway)) for _ in range(30)]
    await scripted.request(30)
    scripted.release()
    assert await asyncio.gather(*tasks) == [HI] * 30
    assert len(scripted.connections) == 30


async def test_a_refusal_leaves_the_connection_usable(gateway: Gateway, scripted: ScriptedGateway) -> None:
    scripted.answers(Reply.body({"error": "no"}, 400), Reply.sse(BODY))
    await failure_of(gateway)
    assert await events_of(gateway) == HI
    assert len(scripted.connections) == 1


async def test_a_connection_that_the_server_closed_meanwhile_is_not_used(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    await events_of(gateway)
    scripted.connections[0].transport.close()
    await scripted.connections[0].gone.wait()
    scripted.answers(Reply.sse(BODY))
    assert await events_of(gateway) == HI


async def test_a_kept_connection_that_closes_on_use_is_replaced_unseen(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    await events_of(gateway)
    scripted.answers(refuse(), Reply.sse(BODY))
    assert await events_of(gateway) == HI
    assert len(scripted.connections) == 2


@pytest.mark.parametrize(
    "reply",
    [
        Reply([BODY], headers={"content-length": str(len(BODY))}),
        Reply([text("hi"), stop()], headers={"connection": "close"}),
        Reply.sse(text("hi"), stop(), **{"keep-alive": "timeout=5"}),
        Reply([gzip.compress(BODY)], headers={"content-encoding": "gzip"}),
        raw(b"HTTP/1.0 200 OK\r\n\r\n" + BODY),
        raw(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
            + b"%x;ext=1\r\n%b\r\n0\r\ntrailer: x\r\n\r\n" % (len(BODY), BODY)),
        raw(b"HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"
            + b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY),
        raw(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY + b"HTTP/1.1 200 OK\r\n\r\nsmuggled"),
    ],
    ids=["length", "close", "chunked", "gzip", "http 1.0", "continue", "early hints", "more than asked"],
)  # fmt: skip
async def test_every_way_to_mark_the_end_of_a_body_is_understood(
    gateway: Gateway, scripted: ScriptedGateway, reply: Reply
) -> None:
    scripted.answers(reply)
    assert await events_of(gateway) == HI
    assert await events_of(gateway) == HI


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n" + text("Hel"),
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n%x\r\n%b\r\n"
        % (len(text("Hel")), text("Hel")),
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n%x\r\n%b\r\nzz\r\n"
        % (len(text("Hel")), text("Hel")),
    ],
    ids=["short", "no last chunk", "broken chunk"],
)
async def test_a_body_that_breaks_off_interrupts(
    gateway: Gateway, scripted: ScriptedGateway, data: bytes
) -> None:
    scripted.answers(raw(data))
    assert await events_of(gateway) == [Text("Hel"), End("interrupted")]


@pytest.mark.parametrize(
    "data",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 200 OK\r\nbroken",
        b"\x16\x03\x01\x00\x05hello",
        b"HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"x-long: " + b"y" * 400_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd",
    ],
)
async def test_what_is_not_http_is_no_gateway(
    gateway: Gateway, scripted: ScriptedGateway, data: bytes
) -> None:
    scripted.answers(raw(data))
    _, error = await failure_of(gateway)
    assert error.code == "gateway_unreachable"


async def test_a_redirect_is_followed_and_takes_no_key_to_another_server(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    async with ScriptedGateway(Reply.sse(BODY)) as other:
        gateway = await make_gateway(scripted.url, key="sk-secret")
        scripted.answers(Reply([], 307, {"location": f"http://localhost:{other.port}/v1/chat/completions"}))
        assert await events_of(gateway) == HI
        assert other.requests[0].json == scripted.requests[0].json
        assert "authorization" not in other.requests[0].headers


async def test_cancelling_the_task_closes_the_request_at_once(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    for reply in (raw(hold()), Reply.sse(hold()), Reply.sse(text("Hel"), hold())):
        scripted.answers(reply)
        task = asyncio.create_task(events_of(gateway))
        await scripted.request(len(scripted.requests) + 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await scripted.requests[-1].client_gone(1)


async def test_a_large_request_arrives_whole(gateway: Gateway, scripted: ScriptedGateway) -> None:
    words = "żółw " * 1_000_000
    await events_of(gateway, [{"role": "user", "content": words}])
    assert scripted.requests[0].json["messages"][0]["content"] == words


async def test_a_reader_that_is_slow_slows_the_server_down(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    pieces = [text("x" * 100_000)] * 1000
    scripted.answers(Reply.sse(*pieces, stop()))
    stream = gateway.stream(model="m", messages=HELLO, tools=[])
    first = await anext(stream)
    assert isinstance(first, Text)
    connection = scripted.requests[0].connection
    async with asyncio.timeout(5):
        while connection.may_write.is_set():
            await asyncio.sleep(0)
    assert scripted.requests[0].sent < 50_000_000
    size = len(first.text) + sum([len(event.text) async for event in stream if isinstance(event, Text)])
    assert size == 100_000 * 1000


async def test_an_idle_connection_is_given_up_after_a_while(
    gateway: Gateway, scripted: ScriptedGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    await events_of(gateway)
    monkeypatch.setattr("app.gateway.wire._IDLE_SECONDS", -1)
    await events_of(gateway)
    assert len(scripted.connections) == 2
    await scripted.connections[0].gone.wait()


async def test_closing_the_client_closes_idle_connections(scripted: ScriptedGateway) -> None:
    async with httpx2.AsyncClient(transport=Wire()) as client:
        await client.get(f"{scripted.url}/models")
    await asyncio.wait_for(scripted.connections[0].gone.wait(), 2)


async def test_a_body_without_a_length_ends_with_the_connection(scripted: ScriptedGateway) -> None:
    async with httpx2.AsyncClient(transport=Wire()) as client:
        scripted.answers(raw(b"HTTP/1.1 200 OK\r\n\r\n", b"all ", b"of it"))
        assert (await client.post(scripted.url)).content == b"all of it"
        for head in (b"content-length: 100", b"Transfer-Encoding: chunked"):
            scripted.answers(raw(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n", b"5\r\nsome \r\n"))
            with pytest.raises(httpx2.ReadError):
                await client.post(scripted.url)


async def test_a_connection_on_which_something_unasked_came_is_not_used_again(
    scripted: ScriptedGateway,
) -> None:
    wire = Wire()
    async with httpx2.AsyncClient(transport=wire) as client:
        await client.post(scripted.url)
        scripted.connections[0].transport.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nno")
        async with asyncio.timeout(5):
            while wire._idle[0].can_be_kept():
                await asyncio.sleep(0)
        assert b"no" not in (await client.post(scripted.url)).content
        assert len(scripted.connections) == 2


async def test_a_header_cannot_hold_another(scripted: ScriptedGateway) -> None:
    async with httpx2.AsyncClient(transport=Wire()) as client:
        with pytest.raises(httpx2.LocalProtocolError):
            await client.get(scripted.url, headers={"x": "a\r\ny: b"})


async def test_an_address_that_does_not_answer_does_not_hold_up_the_next(
    gateway: Gateway, scripted: ScriptedGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def addresses(host: str, port: int) -> list[str]:
        return ["127.0.0.8", "127.0.0.9", "127.0.0.1"]

    monkeypatch.setattr("app.gateway.wire._addresses", addresses)
    monkeypatch.setattr("app.gateway.wire._NEXT_ADDRESS_SECONDS", 0.1)
    with full_port("127.0.0.9", scripted.port):
        assert (await events_of(gateway))[-1] == End("stop")


@pytest.mark.parametrize(
    "scenario",
    [
        test_one_connection_serves_request_after_request,
        test_requests_at_once_have_connections_of_their_own,
        test_a_connection_that_the_server_closed_meanwhile_is_not_used,
        test_a_kept_connection_that_closes_on_use_is_replaced_unseen,
        test_a_large_request_arrives_whole,
        test_a_reader_that_is_slow_slows_the_server_down,
        test_cancelling_the_task_closes_the_request_at_once,
    ],
    ids=lambda scenario: scenario.__name__.removeprefix("test_"),
)
def test_the_servers_event_loop_does_the_same(
    scenario: Callable[[Gateway, ScriptedGateway], Awaitable[None]],
) -> None:
    async def play() -> None:
        async with ScriptedGateway() as scripted:
            gateway = Gateway(settings(NINEROUTER_URL=scripted.url), patience=QUICK)
            await gateway.start()
            try:
                await scenario(gateway, scripted)
            finally:
                await gateway.close()

    uvloop.run(play())


# TLS


def certificate(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """A server's context for `localhost`, and the file that makes a client trust it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = x509.SubjectAlternativeName(
        [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    )
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    trusted, private = folder / "trusted.pem", folder / "private.pem"
    trusted.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    unencrypted = serialization.NoEncryption()
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, unencrypted)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(trusted, private)
    return context, trusted


async def test_a_trusted_certificate_is_enough_for_tls(
    tmp_path: Path, make_gateway: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    context, trusted = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    async with ScriptedGateway(Reply.sse(text("hi"), DONE), tls=context) as scripted:
        for host in ("127.0.0.1", "localhost"):
            gateway = await make_gateway(f"https://{host}:{scripted.port}/v1")
            assert await events_of(gateway) == HI
            assert await events_of(gateway) == HI
        assert len(scripted.connections) == 2


async def test_an_unknown_certificate_is_refused_by_name(
    tmp_path: Path, make_gateway: Callable[..., Any]
) -> None:
    context, _ = certificate(tmp_path)
    async with ScriptedGateway(tls=context) as scripted:
        gateway = await make_gateway(scripted.url, limits=Limits(connect=5))
        _, error = await failure_of(gateway)
    assert error.code == "gateway_unreachable"
    assert "certificate" in error.message
    assert scripted.requests == []
