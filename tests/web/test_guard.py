"""What every request passes first, and what every response carries."""

import asyncio
from pathlib import Path

import pytest

from app.embedded import Dsns
from app.web import guard
from tests.gateway.scripted import ScriptedGateway
from tests.support import Served, serve, settings
from tests.web.talking import ask

JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8420",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "x@127.0.0.1",
        "",
        "[::1",
        "127.0.0.1:x",
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/sessions", "/static/app.css", "/api/chat/s1/stream"])
async def test_a_foreign_host_name_is_refused_everywhere(chat: Served, host: str, path: str) -> None:
    reply = await chat.client.get(path, headers={"host": host})
    assert reply.status_code in (400, 421), reply.text


async def test_names_of_this_machine_are_served_whatever_the_port(chat: Served) -> None:
    for host in ("localhost", "127.0.0.1:9", "[::1]:8420", "LOCALHOST"):
        assert (await chat.client.get("/api/sessions", headers={"host": host})).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/api/sessions", "/c/s1/send", "/api/chat/s1/stop"])
async def test_a_post_from_another_site_is_refused(chat: Served, headers: dict[str, str], path: str) -> None:
    reply = await chat.client.post(path, headers=headers, json={})
    assert reply.status_code == 403
    assert (await chat.client.get("/api/sessions")).json()["sessions"] == []


async def test_a_post_of_our_own_page_is_taken(chat: Served) -> None:
    headers = {"origin": chat.url, "sec-fetch-site": "same-origin"}
    assert (await chat.client.post("/api/sessions", headers=headers, json={})).status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
async def test_json_is_taken_only_under_its_own_name(chat: Served, kind: str) -> None:
    reply = await chat.client.post("/api/sessions", content=b"{}", headers={"content-type": kind})
    assert (reply.status_code, reply.json()["code"]) == (400, "not_json")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff",
        b"{} {}",
        b'{"id": NaN}',
        b'{"metadata": {"x": 1e999}}',
        b"[" * 100000,
        b'{"metadata": {"n": ' + b"9" * 5000 + b"}}",
    ],
    ids=range(8),
)
async def test_a_body_that_is_not_json_is_a_clear_error(chat: Served, body: bytes) -> None:
    reply = await chat.client.post("/api/sessions", content=body, headers=JSON)
    assert (reply.status_code, reply.json()["code"]) == (400, "not_json")


async def test_a_body_that_is_too_large_is_a_clear_error_whether_or_not_it_says_its_length(
    chat: Served, gateway: ScriptedGateway
) -> None:
    async def pieces(count: int):
        for _ in range(count):
            yield b"x" * 65536

    for path, limit in (("/api/chat", 15), ("/api/sessions", 1), ("/api/chat/s1/stop", 1)):
        declared = await chat.client.post(path, json=ask("x" * (limit * 1024 * 1024)))
        assert (declared.status_code, declared.json()["code"]) == (413, "too_large")
        assert f"{limit} MiB" in declared.json()["error"]
        if path != "/api/chat/s1/stop":
            chunked = await chat.client.post(path, content=pieces(limit * 16 + 1), headers=JSON)
            assert (chunked.status_code, chunked.json()["code"]) == (413, "too_large")
    assert gateway.requests == []


@pytest.mark.parametrize(
    "path", ["/", "/api/sessions", "/api/nowhere", "/nowhere", "/static/app.css", "/login"]
)
async def test_every_response_forbids_inline_script_and_framing(chat: Served, path: str) -> None:
    headers = (await chat.client.get(path)).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


async def test_a_fault_of_ours_is_told_with_an_id_and_no_detail(
    chat: Served, caplog: pytest.LogCaptureFixture
) -> None:
    chat.app.state.db = None
    reply = await chat.client.get("/api/sessions")
    assert reply.status_code == 500
    assert reply.json()["code"] == "internal"
    assert reply.json()["id"] in caplog.text
    assert "NoneType" not in reply.text


@pytest.fixture
async def locked(dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path):
    """A server with a key."""
    names = {"NINEROUTER_URL": gateway.url, "POPAGENT_API_KEY": "correct horse"}
    async with serve(settings(tmp_path, **names), dsns) as running:
        yield running


@pytest.mark.parametrize("given", [None, "", "wrong", "correct hors", "correct horse2", "Correct horse"])
async def test_the_api_needs_the_key_in_its_header(locked: Served, given: str | None) -> None:
    headers = {} if given is None else {"x-popagent-key": given}
    for method, path in (
        ("GET", "/api/sessions"),
        ("POST", "/api/chat"),
        ("OPTIONS", "/api/sessions"),
        ("GET", "/api/nowhere"),
    ):
        reply = await locked.client.request(method, path, headers=headers)
        assert reply.status_code == 401
        assert reply.json()["code"] == "unauthorized"


async def test_a_key_given_twice_or_in_the_address_opens_nothing(locked: Served) -> None:
    twice = [("x-popagent-key", "correct horse"), ("x-popagent-key", "correct horse")]
    assert (await locked.client.get("/api/sessions", headers=twice)).status_code == 401
    assert (await locked.client.get("/api/sessions?x-popagent-key=correct%20horse")).status_code == 401


async def test_the_right_key_opens_the_api(locked: Served) -> None:
    reply = await locked.client.get("/api/sessions", headers={"x-popagent-key": "correct horse"})
    assert reply.status_code == 200


async def test_pages_show_a_login_and_nothing_else_until_the_key_is_given(locked: Served) -> None:
    shut = await locked.client.get("/c/s1")
    assert (shut.status_code, shut.headers["location"]) == (303, "/login?next=/c/s1")
    part = {"hx-request": "true", "hx-current-url": f"{locked.url}/c/s1?at=2"}
    asked = await locked.client.get("/sessions", headers=part)
    assert (asked.status_code, asked.headers["hx-redirect"]) == (401, "/login?next=/c/s1"), (
        "the page, not its part"
    )
    odd = await locked.client.get("/sessions", headers=part | {"hx-current-url": "http://["})
    assert odd.headers["hx-redirect"] == "/login?next=/"
    form = await locked.client.get("/login")
    assert form.status_code == 200
    assert 'name="key"' in form.text
    assert (await locked.client.get("/static/app.css")).status_code == 200
    wrong = await locked.client.post("/login", data={"key": "wrong", "next": "/"})
    assert wrong.status_code == 403
    assert "set-cookie" not in wrong.headers
    right = await locked.client.post("/login", data={"key": "correct horse", "next": "/"})
    cookie = right.headers["set-cookie"]
    assert (right.status_code, right.headers["location"]) == (303, "/")
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert "correct" not in cookie
    assert (await locked.client.get("/")).status_code == 200
    assert (await locked.client.get("/api/sessions")).status_code == 401


@pytest.mark.parametrize(
    "address",
    ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/\r\nx: y"],
)
async def test_a_login_never_leads_to_another_site(locked: Served, address: str) -> None:
    reply = await locked.client.post("/login", data={"key": "correct horse", "next": address})
    assert reply.headers["location"] == "/"


@pytest.mark.parametrize(
    "path",
    [
        "//api/sessions",
        "/API/sessions",
        "/api/sessions/",
        "/api%2fsessions",
        "/api/../api/sessions",
        "/login/../c/s1",
        "/static/../api/sessions",
    ],
)
async def test_no_spelling_of_a_path_walks_around_the_key(locked: Served, path: str) -> None:
    host, port = locked.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
    status = int((await reader.read()).split(b" ")[1])
    writer.close()
    await writer.wait_closed()
    assert status in (303, 401, 404)


async def test_a_body_that_stops_coming_is_not_waited_for_for_ever(
    chat: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "BODY_PAUSE", 0.1)
    host, port = chat.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"POST /api/sessions HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"
        "content-length: 20\r\nconnection: close\r\n\r\n{".encode()
    )
    async with asyncio.timeout(10):
        answer = (await reader.read()).decode()
    writer.close()
    assert answer.startswith("HTTP/1.1 408")
    assert "slow_request" in answer
    assert (await chat.client.get("/api/sessions")).json()["sessions"] == []
