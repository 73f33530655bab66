"""The site as its table has it: what is locked when a key is set, whatever the method and however it is spelt."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
from starlette.routing import Mount, Route

from app.embedded import Dsns
from app.web.guard import COOKIE
from app.web.routes import ROUTES
from tests.support import Served, serve, settings

KEY = "a key of the owner"
SECRET_KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
PUBLIC = {"/login", "/static", "/favicon.ico"}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "X")
#: Ways to write an address so that a careless lock takes it for another one.
TRICKS = (
    "{}/", "/{}", "{}//", "{}/.", "{}/..", "{}/../api/sessions", "/static/..{}", "/login/..{}", "/login{}", "/login/{}",
    "{}?key=KEY", "{}?x-popagent-key=KEY", "{};/login", "{}%20", "{}.", "{}%2e", "{}%00", "{}#/login", "{}?/login",
    "/static/%2e%2e{}", "/%2e{}", "{}\\", "//login{}", "/favicon.ico{}", "{}/login", "{}/static/app.css",
)  # fmt: skip


def requests() -> Iterator[tuple[str, str]]:
    """Method and address of each route."""
    for route in ROUTES:
        assert isinstance(route, Route | Mount)
        if isinstance(route, Route):
            for method in sorted(route.methods or {"GET"}):
                yield method, re.sub(r"\{\w+(:\w+)?\}", "x", route.path)
        else:
            assert route.path in PUBLIC, "what is mounted is public"


def addresses() -> list[str]:
    return sorted({address for _, address in requests()})


async def raw(served: Served, method: str, target: str, *headers: str) -> tuple[int, str]:
    """Status and the rest of the answer to a request that is sent as it is spelt here."""
    where = urlsplit(served.url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    lines = [f"{method} {target} HTTP/1.1", f"Host: {where.netloc}", "Connection: close", *headers]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    async with asyncio.timeout(10):
        answer = (await reader.read()).decode("utf-8", "replace")
    writer.close()
    return int(answer.split(" ", 2)[1]), answer.partition("\r\n")[2]


def is_locked(status: int, answer: str) -> bool:
    """Whether an answer is a refusal, or leads to the login, and tells nothing else."""
    if status == 303:
        return re.search(r"^location: /login", answer, re.M | re.I) is not None
    return status in (400, 401, 403, 404, 405, 421)


def test_every_address_is_known_to_this_test() -> None:
    assert [address for address in addresses() if "{" in address] == []
    assert {address.split("/")[1] for address in addresses()} >= {"", "api", "c", "login"}


async def test_without_the_key_the_api_answers_nothing(dsns: Dsns, tmp_path: Path) -> None:
    async with serve(settings(tmp_path, POPAGENT_API_KEY=KEY), dsns) as served:
        login = await served.client.post("/login", data={"key": KEY})
        cookie = f"{COOKIE}={login.cookies[COOKIE]}"
        served.client.cookies.clear()
        for method, address in [each for each in requests() if each[1].startswith("/api")]:
            for headers in (
                {},
                {"x-popagent-key": ""},
                {"x-popagent-key": "another"},
                {"authorization": f"Bearer {KEY}"},
                {"cookie": cookie},
            ):
                answer = await served.client.request(method, address, headers=headers)
                assert answer.status_code == 401, f"{method} {address} with {list(headers)}"
                if method != "HEAD":
                    assert answer.json()["code"] == "unauthorized"
            opened = await served.client.request(method, address, headers={"x-popagent-key": KEY})
            assert opened.status_code != 401, f"{method} {address} with the key"


async def test_without_a_login_pages_lead_to_it(dsns: Dsns, tmp_path: Path) -> None:
    async with serve(settings(tmp_path, POPAGENT_API_KEY=KEY), dsns) as served:
        for method, address in requests():
            if address.startswith("/api") or address in PUBLIC:
                continue
            for headers in ({}, {"cookie": f"{COOKIE}=guess"}):
                answer = await served.client.request(method, address, headers=headers)
                assert answer.status_code == 303, f"{method} {address}"
                assert answer.headers["location"].startswith("/login")


async def test_no_method_gets_past_the_lock(dsns: Dsns, tmp_path: Path) -> None:
    async with serve(settings(tmp_path, POPAGENT_API_KEY=KEY), dsns) as served:
        for address in addresses():
            if address not in PUBLIC:
                for method in METHODS:
                    status, answer = await raw(served, method, address)
                    assert is_locked(status, answer), f"{method} {address}: {status}"


async def test_no_way_to_write_an_address_gets_past_the_lock(dsns: Dsns, tmp_path: Path) -> None:
    async with serve(settings(tmp_path, POPAGENT_API_KEY=KEY), dsns) as served:
        for address in (
            "/",
            "/api/sessions",
            "/api/memories",
            "/memories",
            "/c/x",
            "/bell",
            "/settings/data",
        ):
            for trick in (*TRICKS, address.upper(), address.replace("i", "%69"), address.replace("/", "%2f")):
                target = trick.replace("KEY", "a%20key%20of%20the%20owner").format(address)
                if target.split("?")[0].rstrip("/") in PUBLIC:
                    continue
                status, answer = await raw(served, "GET", target)
                assert is_locked(status, answer), f"{target}: {status}"


async def test_no_address_of_the_api_fails_on_an_empty_request(dsns: Dsns, tmp_path: Path) -> None:
    async with serve(settings(tmp_path), dsns) as served:
        for method, address in requests():
            if address.startswith("/api"):
                answer = await served.client.request(method, address)
                assert answer.status_code < 500, f"{method} {address}"


async def test_no_address_takes_more_than_its_limit(dsns: Dsns, tmp_path: Path) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(17):
            yield b" " * 2**20

    async with serve(settings(tmp_path, POPAGENT_SECRET_KEY=SECRET_KEY), dsns) as served:
        for method, address in requests():
            if method not in ("POST", "PUT", "PATCH"):
                continue
            for kind in ("application/json", "application/x-www-form-urlencoded"):
                said = {"content-type": kind, "content-length": str(2**40)}
                status, answer = await raw(
                    served, method, address, *(f"{name}: {value}" for name, value in said.items())
                )
                assert (status, "too_large" in answer or "too large" in answer or "at most" in answer) == (
                    413,
                    True,
                ), address
            with contextlib.suppress(httpx2.WriteError):  # it need not read on
                unsaid = await served.client.request(
                    method, address, content=endless(), headers={"content-type": "application/json"}
                )
                assert unsaid.status_code < 500, f"{method} {address}: {unsaid.status_code}"


async def test_every_answer_carries_the_headers_that_keep_others_out(dsns: Dsns, tmp_path: Path) -> None:
    async with serve(settings(tmp_path), dsns) as served:
        for address in [*addresses(), "/nowhere", "/api/nowhere", "/static/app.css"]:
            if address == "/bell":
                continue
            answer = await served.client.get(address)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy, address
            assert "unsafe" not in policy, address
            assert answer.headers["x-content-type-options"] == "nosniff", address
