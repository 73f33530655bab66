"""The bell: who looks at a session hears of its changes, wherever they happen, and nothing of their content."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import LiteralString

import httpx2
import psycopg
from psycopg.types.json import Jsonb

from app.bell import RESYNC, Bell
from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text
from tests.support import Served
from tests.web.talking import ask, idle, read, say, until


@dataclass
class Heard:
    """The events of one page, as they come."""

    events: list[tuple[str, str]] = field(default_factory=list)

    async def gets(self, event: str, data: str) -> None:
        """Wait for an event, and forget what came before it."""

        async def look() -> bool:
            return (event, data) in self.events

        await until(look)
        del self.events[: self.events.index((event, data)) + 1]


@contextlib.asynccontextmanager
async def page(client: httpx2.AsyncClient, address: str = "/bell") -> AsyncIterator[Heard]:
    """A page that listens; it has heard how every connection begins."""
    heard = Heard()

    async def listen() -> None:
        event = ""
        async with client.stream("GET", address) as reply:
            assert reply.headers["content-type"].startswith("text/event-stream")
            async for line in reply.aiter_lines():
                if line.startswith("event: "):
                    event = line[7:]
                elif line.startswith("data: "):
                    heard.events.append((event, line[6:]))

    listening = asyncio.create_task(listen())
    await heard.gets(RESYNC, "all")
    yield heard
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


async def test_every_change_of_a_session_is_heard(chat: Served, gateway: ScriptedGateway) -> None:
    async with page(chat.client) as heard:
        await chat.client.post("/api/sessions", json={"id": "s1"})
        await heard.gets("session", "s1")
        renamed = await chat.client.patch("/api/sessions/s1", json={"revision": 1, "title": "Mine"})
        await heard.gets("session", "s1")
        gateway.answers(Reply.sse(text("one"), hold(), stop()))
        async with chat.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
            await read(reply, until=lambda stream: stream.text == "one")
            await heard.gets("session", "s1")
            await chat.client.post("/api/chat", json=ask("And?", id="m2"))
            await heard.gets("session", "s1")
            words = [{"type": "text", "text": "x"}]
            await chat.client.patch("/api/chat/s1/queue/m2", json={"revision": 1, "parts": words})
            await heard.gets("session", "s1")
            await chat.client.delete("/api/chat/s1/queue/m2")
            await heard.gets("session", "s1")
            gateway.release()
            await read(reply)
            await heard.gets("session", "s1")
        assert renamed.status_code == 200
        await chat.client.delete("/api/sessions/s1")
        await heard.gets("session", "s1")


async def _has(heard: Heard, event: tuple[str, str]) -> bool:
    return event in heard.events


async def test_a_page_can_listen_for_one_session(chat: Served) -> None:
    async with page(chat.client, "/bell?session=s2") as heard:
        await chat.client.post("/api/sessions", json={"id": "s1"})
        await chat.client.post("/api/sessions", json={"id": "s2"})
        await heard.gets("session", "s2")
        await chat.client.delete("/api/sessions/s1")
        await chat.client.delete("/api/sessions/s2")
        await until(lambda: _has(heard, ("session", "s2")))
        assert {data for _, data in heard.events} == {"s2"}


async def test_it_is_heard_again_after_the_database_cut_it_off(chat: Served, dsns: Dsns) -> None:
    async with page(chat.client) as heard:
        async with await psycopg.AsyncConnection.connect(dsns.application, autocommit=True) as db:

            async def rung() -> bool:
                """Whether the bell is heard by now; the page may have been quicker."""
                await db.execute("select pg_notify('popagent', 'session:before')")
                return await _has(heard, ("session", "before"))

            await until(rung)
            heard.events.clear()
            cut = await db.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where application_name = 'popagent bell' and datname = current_database()"
            )
            assert await cut.fetchall() == [(True,)]
        await heard.gets(RESYNC, "all")
        await chat.client.post("/api/sessions", json={"id": "s1"})
        await heard.gets("session", "s1")


async def test_whoever_is_slow_is_told_to_ask_for_everything(dsns: Dsns) -> None:
    bell = Bell(dsns.application)
    bell.start()
    try:
        with bell.listening() as slow, bell.listening() as quick:
            assert await slow.heard() == [RESYNC]
            assert await quick.heard() == [RESYNC]
            async with await psycopg.AsyncConnection.connect(dsns.application, autocommit=True) as db:
                await db.execute(
                    "select pg_notify('popagent', 'session:' || n) from generate_series(1, 1500) n"
                )
                await db.execute("select pg_notify('popagent', 'session:last')")
            heard: list[str] = []
            while "session:last" not in heard:
                heard += await quick.heard()
            names = await slow.heard()
        assert RESYNC in names
        assert len(names) < 1100
        assert names[-1] == "session:last"
    finally:
        await bell.close()


async def test_a_page_that_leaves_is_forgotten(chat: Served) -> None:
    ears = chat.app.state.bell._ears
    before = len(ears)
    async with page(chat.client):
        assert len(ears) == before + 1

    async def gone() -> bool:
        return len(ears) == before

    await chat.client.post("/api/sessions", json={"id": "s1"})
    await until(gone)


async def test_it_carries_no_content(chat: Served, gateway: ScriptedGateway, dsns: Dsns) -> None:
    async with await psycopg.AsyncConnection.connect(dsns.application, autocommit=True) as db:
        await db.execute("listen popagent")
        gateway.answers(Reply.sse(text("CANARY answer"), stop()))
        await say(chat.client, "CANARY question")
        await idle(chat.client)
        await chat.client.delete("/api/sessions/s1")
        rung = [ring.payload async for ring in db.notifies(timeout=0.5)]
    assert set(rung) == {"session:s1"}


async def test_it_rings_once_for_a_change_of_state_and_not_for_what_is_said(dsns: Dsns) -> None:
    async with await psycopg.AsyncConnection.connect(dsns.application, autocommit=True) as db:

        async def rings(statement: LiteralString, *arguments: object) -> list[str]:
            await db.execute(statement, arguments)
            return [ring.payload async for ring in db.notifies(timeout=0.1)]

        await db.execute("listen popagent")
        accept = "select execution.accept_turn('s1', %s, '[]', 'me', 60, 'm')"
        assert await rings(accept, "m1") == ["session:s1"], "session, message and execution are one change"
        assert await rings(accept, "m1") == [], "the same message again is none"
        found = await (await db.execute("select execution.running('s1')")).fetchone()
        assert found is not None
        (turn,) = found
        batch = Jsonb([{"execution_id": str(turn), "first_n": 1, "parts": [{"type": "start"}]}])
        assert await rings("select execution.append('me', %s)", batch) == []
        assert await rings("select execution.renew('me', array[%s::uuid], 60)", turn) == []
        assert await rings(accept, "m2") == ["session:s1"], "a message waits"
        assert await rings("select execution.remove_queued('s1', 'm2')") == ["session:s1"]
        stop_rings = await rings("select execution.request_stop('s1')")
        assert sorted(stop_rings) == [f"execution:{turn}", "session:s1"]
        assert await rings("select execution.request_stop('s1')") == [], "it was asked to stop before"
        finish = "select execution.finish(%s, 'me', 'stopped', 'stopped')"
        assert await rings(finish, turn) == ["session:s1"], "end, answer and revision are one change"
        assert await rings("select execution.sweep(interval '-1 second')") == []
        assert await rings("select session.remove('s1')") == ["session:s1"]
