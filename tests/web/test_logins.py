"""Logins: they survive a restart, end where their owner says, and cannot be guessed at without end (contract P2)."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import psycopg
import pytest

from app.embedded import Dsns
from tests.support import Served, serve, settings
from tests.web.talking import until

KEY = "correct horse"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/18.5 Mobile/15E148 Safari/604.1"
)


@pytest.fixture
async def locked(dsns: Dsns, tmp_path: Path) -> AsyncIterator[Served]:
    async with serve(settings(tmp_path, POPAGENT_API_KEY=KEY), dsns) as running:
        yield running


def browser(served: Served, name: str = FIREFOX) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(base_url=served.url, headers={"user-agent": name}, timeout=30)


async def log_in(client: httpx2.AsyncClient, key: str = KEY) -> httpx2.Response:
    return await client.post("/login", data={"key": key, "next": "/memories"})


async def is_in(client: httpx2.AsyncClient) -> bool:
    return (await client.get("/memories")).status_code == 200


async def test_a_login_survives_a_restart_and_ends_with_the_key(dsns: Dsns, tmp_path: Path) -> None:
    chosen = settings(tmp_path, POPAGENT_API_KEY=KEY)
    async with serve(chosen, dsns) as first, browser(first) as client:
        await log_in(client)
        cookies = dict(client.cookies)
    async with serve(chosen, dsns) as second:
        async with httpx2.AsyncClient(base_url=second.url, cookies=cookies) as client:
            assert await is_in(client)
    async with serve(settings(tmp_path, POPAGENT_API_KEY="another"), dsns) as changed:
        async with httpx2.AsyncClient(base_url=changed.url, cookies=cookies) as client:
            assert not await is_in(client)


async def test_what_is_stored_lets_nobody_in(locked: Served, dsns: Dsns) -> None:
    async with browser(locked) as client:
        token = (await log_in(client)).cookies["popagent_door"]
    with psycopg.connect(dsns.application) as db:
        row = db.execute("select row_to_json(l)::text from popagent_logins l").fetchone()
    assert row is not None
    assert token not in row[0]
    assert KEY not in row[0]
    assert token.encode().hex() not in row[0]


async def test_logging_out_ends_it_for_good(locked: Served) -> None:
    async with browser(locked) as client:
        reply = await log_in(client)
        assert reply.headers["location"] == "/memories"
        kept = client.cookies["popagent_door"]
        out = await client.post("/logout")
        assert (out.status_code, out.headers["location"]) == (303, "/login")
        assert "popagent_door" not in client.cookies
        again = await client.get("/memories", headers={"cookie": f"popagent_door={kept}"})
        assert again.status_code == 303, "the cookie itself is worth nothing"


async def test_the_page_names_the_browsers_and_ends_them(locked: Served) -> None:
    async with browser(locked) as here, browser(locked, PHONE) as phone, browser(locked, "odd") as odd:
        for client in (here, phone, odd):
            await log_in(client)
        page = (await here.get("/settings/logins")).text
        for name in ("Firefox on Linux", "Mobile Safari on iOS", "A browser"):
            assert name in page
        assert page.count("this browser") == 1
        (phones,) = re.findall(r'value="([\w-]+)">\s*<button[^>]*Mobile Safari', page)
        gone = await here.post("/settings/logins", data={"id": phones})
        assert gone.headers["location"] == "/settings/logins"
        assert [await is_in(client) for client in (here, phone, odd)] == [True, False, True]
        await here.post("/settings/logins", data={"others": "yes"})
        assert [await is_in(client) for client in (here, phone, odd)] == [True, False, False]
        assert (await here.post("/settings/logins", data={"id": "x"})).status_code == 400


async def test_one_that_ends_at_another_process_or_in_psql_ends_here(locked: Served, dsns: Dsns) -> None:
    async with browser(locked) as client:
        await log_in(client)
        assert await is_in(client)
        with psycopg.connect(dsns.application, autocommit=True) as db:
            db.execute("select door.log_out(id) from popagent_logins")

        async def out() -> bool:
            return not await is_in(client)

        await until(out, 5)


async def test_guessing_is_slowed_down_and_the_header_goes_on_working(locked: Served) -> None:
    async with browser(locked) as client:
        replies = await asyncio.gather(*(log_in(client, f"guess {n}") for n in range(12)))
        assert sorted(reply.status_code for reply in replies) == [403] * 5 + [429] * 7, "at once, too"
        right = await log_in(client)
        assert right.status_code == 429, "the right key waits as well"
        assert "Try again in" in right.text
        assert 0 < int(right.headers["retry-after"]) <= 300
        header = await client.get("/api/sessions", headers={"x-popagent-key": KEY})
        assert header.status_code == 200


async def test_a_right_key_forgets_the_wrong_ones_before_it(locked: Served) -> None:
    async with browser(locked) as client:
        for _ in range(3):
            for n in range(4):
                assert (await log_in(client, f"typo {n}")).status_code == 403
            assert (await log_in(client)).status_code == 303


async def test_without_a_key_nobody_has_to_log_in(server: Served) -> None:
    page = await server.client.get("/settings/logins")
    assert "No key is set" in page.text
    assert (await server.client.post("/login", data={"key": "x", "next": "/"})).headers["location"] == "/"
    assert (await server.client.post("/logout")).headers["location"] == "/"
