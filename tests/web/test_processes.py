"""Several servers on one database: what is killed is noticed, what lives is left alone."""

import asyncio
from typing import Any

import psycopg

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text
from tests.web.processes import popagent
from tests.web.talking import ask, idle, read, say, until


async def test_a_turn_whose_server_was_killed_is_marked_and_the_session_goes_on(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("Half an ans"), hold(), stop()), Reply.sse(text("Whole"), stop()))
    async with popagent(dsns, gateway.url) as first:
        async with first.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
            await read(reply, until=lambda stream: stream.text == "Half an ans")
            await until(lambda: _stored(dsns))
            await first.kill()
    async with popagent(dsns, gateway.url) as second:
        running = (await second.client.get("/api/sessions/s1")).json()
        assert running["running"]
        session = await idle(second.client)
        assert session["messages"][1]["parts"][1] == {"type": "text", "text": "Half an ans", "state": "done"}
        with psycopg.connect(dsns.application) as db:
            ended = db.execute("select state, end_reason, error from popagent_executions").fetchall()
        assert ended[0][:2] == ("interrupted", "interrupted")
        assert "stopped in the middle" in ended[0][2]
        assert (await say(second.client, "Again", id="m2")).text == "Whole"


async def test_a_second_server_does_not_end_the_turns_of_the_first(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("one "), hold(), text("two"), stop()))
    async with popagent(dsns, gateway.url) as first:
        async with first.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
            before = await read(reply, until=lambda stream: stream.text == "one ")
            async with popagent(dsns, gateway.url) as second:
                # Longer than a lease lasts: only one that is renewed survives.
                await until(lambda: _lease_renewed_beyond(dsns, seconds=12), 30)
                seen = {"last-event-id": str(before.ids[-1])}
                async with second.client.stream("GET", "/api/chat/s1/stream", headers=seen) as elsewhere:
                    gateway.release()
                    there = await read(elsewhere)
            here = await read(reply)
        assert before.text + here.text == before.text + there.text == "one two"
        assert here.ids == there.ids
        assert here.parts[-1] == there.parts[-1]
        assert here.parts[-1]["type"] == "finish"
        assert len((await idle(first.client))["messages"]) == 2


async def test_a_stop_asked_of_one_server_ends_a_turn_of_another(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("Going"), hold(), stop()))
    async with popagent(dsns, gateway.url) as first, popagent(dsns, gateway.url) as second:
        async with first.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
            await read(reply, until=lambda stream: stream.text == "Going")
            assert (await second.client.post("/api/chat/s1/stop")).json() == {"stopped": True}
            await (await gateway.request()).client_gone(2)
            assert (await read(reply)).done
        assert (await idle(second.client))["messages"][1]["parts"][1]["text"] == "Going"


async def test_a_server_that_is_told_to_end_keeps_what_was_said_and_says_so(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("Half"), hold(), stop()))
    async with popagent(dsns, gateway.url) as server:
        async with server.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
            await read(reply, until=lambda stream: stream.text == "Half")
            server.process.terminate()
            rest = await read(reply)
        assert "stopped" in rest.first("error")["errorText"]
        assert await asyncio.wait_for(server.process.wait(), 10) == 0
    with psycopg.connect(dsns.application) as db:
        state = db.execute("select state from popagent_executions").fetchall()
        parts = db.execute(
            "select parts -> 1 ->> 'text' from popagent_messages where role = 'assistant'"
        ).fetchall()
    assert (state, parts) == ([("interrupted",)], [("Half",)])


async def test_sixteen_sessions_at_once_on_two_servers_lose_nothing(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(*[text(f"w{n} ") for n in range(40)], stop()))
    async with popagent(dsns, gateway.url) as first, popagent(dsns, gateway.url) as second:

        async def talk(number: int) -> None:
            client = (first, second)[number % 2].client
            for turn in range(6):
                answer = await say(client, f"{number} {turn}", f"s{number}", f"m{turn}")
                assert answer.text == "".join(f"w{n} " for n in range(40))
                assert answer.parts[-1]["messageMetadata"]["custom"]["revision"] == turn + 2

        await asyncio.gather(*(talk(number) for number in range(16)))
        for number in range(16):
            session = await idle(first.client, f"s{number}")
            assert [m["role"] for m in session["messages"]] == ["user", "assistant"] * 6
    with psycopg.connect(dsns.application) as db:
        assert db.execute(
            "select count(*) from popagent_executions where state <> 'completed'"
        ).fetchone() == (0,)


async def _stored(dsns: Dsns) -> Any:
    async with await psycopg.AsyncConnection.connect(dsns.application) as db:
        found = await db.execute(
            "select 1 from popagent_execution_parts where parts::text like '%Half an ans%'"
        )
        return await found.fetchone()


async def _lease_renewed_beyond(dsns: Dsns, seconds: int) -> Any:
    async with await psycopg.AsyncConnection.connect(dsns.application) as db:
        found = await db.execute(
            "select 1 from popagent_executions"
            " where state = 'running' and lease_expires_at > started_at + make_interval(secs => %s)",
            (seconds + 10,),
        )
        return await found.fetchone()
