"""Several servers on one database: what is killed is noticed, what lives is left alone."""

import asyncio
import time
from typing import Any

import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, hold, pause, stop, text
from tests.web.processes import popagent
from tests.web.talking import Stream, ask, idle, read, say, until


async def test_a_turn_whose_server_was_killed_is_marked_and_the_session_goes_on(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("Half an ans"), hold(), stop()), Reply.sse(text("Whole"), stop()))
    async with popagent(dsns, gateway.url) as first, popagent(dsns, gateway.url) as second:
        async with first.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
            await read(reply, until=lambda stream: stream.text == "Half an ans")
            await until(lambda: _stored(dsns))
            await first.kill()
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


@pytest.mark.parametrize("asked_at", ["here", "elsewhere"])
async def test_a_stop_ends_the_request_to_a_gateway_that_goes_on_sending(
    dsns: Dsns, gateway: ScriptedGateway, asked_at: str
) -> None:
    for_ever = [piece for n in range(3000) for piece in (text(f"word{n} "), pause(0.01))]
    gateway.answers(Reply.sse(*for_ever, stop()))
    async with popagent(dsns, gateway.url) as first, popagent(dsns, gateway.url) as second:
        async with first.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
            before = await read(reply, until=lambda stream: len(stream.text) > 50)
            stopping = (first if asked_at == "here" else second).client
            asked = time.monotonic()
            assert (await stopping.post("/api/chat/s1/stop")).json() == {"stopped": True}
            upstream = await gateway.request()
            await upstream.client_gone(2)
            assert time.monotonic() - asked < 2
            rest = await read(reply)
            sent = upstream.sent
            assert "abort" in rest.types()
        session = await idle(first.client)
        said = session["messages"][1]["parts"][1]["text"]
        assert said == before.text + rest.text
        # What was sent and what was kept are the same, but for what was on its way at that moment.
        assert sent - len(b"".join(p for p in for_ever[: 2 * said.count(" ")] if isinstance(p, bytes))) < 4096
        assert upstream.sent == sent, "nothing more is sent"
        assert len(gateway.requests) == 1


async def test_a_message_that_waits_survives_the_death_of_the_server_that_took_it(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    gateway.answers(
        Reply.sse(text("Half an ans"), hold(), stop()), Reply.sse(text("two"), stop()), Reply.sse(text("three"), stop())
    )  # fmt: skip
    async with popagent(dsns, gateway.url) as first, popagent(dsns, gateway.url) as second:
        async with first.client.stream("POST", "/api/chat", json=ask("1")) as reply:
            await read(reply, until=lambda stream: stream.text == "Half an ans")
            for number in (2, 3):
                waits = await first.client.post("/api/chat", json=ask(str(number), id=f"m{number}"))
                assert waits.status_code == 202
            await until(lambda: _stored(dsns))
            await first.kill()

        async def all_answered() -> list[str] | None:
            left = (await second.client.get("/api/chat/s1/queue")).json()["messages"]
            session = (await second.client.get("/api/sessions/s1")).json()
            return None if left or session["running"] else said(session)

        assert await until(all_answered, 30) == ["1", "Half an ans", "2", "two", "3", "three"]
    with psycopg.connect(dsns.application) as db:
        ended = db.execute("select state, owner from popagent_executions order by started_at").fetchall()
    assert [state for state, _ in ended] == ["interrupted", "completed", "completed"]
    assert len({owner for _, owner in ended}) == 2


async def test_twenty_messages_at_once_from_two_servers_are_all_answered_in_one_order(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("ok"), stop()))
    async with popagent(dsns, gateway.url) as first, popagent(dsns, gateway.url) as second:

        async def send(number: int) -> None:
            client = (first, second)[number % 2].client
            reply = await client.post("/api/chat", json=ask(f"question {number}", id=f"m{number}"))
            assert reply.status_code in (200, 202), reply.text
            # A click that came twice, at the other server.
            again = await (first, second)[(number + 1) % 2].client.post(
                "/api/chat", json=ask(f"question {number}", id=f"m{number}")
            )
            assert again.status_code in (200, 202, 409), again.text
            assert again.status_code != 409 or again.json()["code"] == "already_answered"

        await asyncio.gather(*(send(number) for number in range(20)))

        async def all_answered() -> dict[str, Any] | None:
            left = (await second.client.get("/api/chat/s1/queue")).json()["messages"]
            session: dict[str, Any] = (await second.client.get("/api/sessions/s1")).json()
            return None if left or session["running"] else session

        session = await until(all_answered, 60)
        assert [m["role"] for m in session["messages"]] == ["user", "assistant"] * 20
        order = [m["id"] for m in session["messages"] if m["role"] == "user"]
        assert sorted(order) == sorted(f"m{n}" for n in range(20)), "each once"
        assert [m["questionId"] for m in session["messages"][1::2]] == order
        assert session["revision"] == 21
        there = (await first.client.get("/api/sessions/s1")).json()
        assert there == session, "both servers tell the same"
    assert len(gateway.requests) == 20


async def test_of_two_tabs_at_two_servers_the_stale_one_is_told_what_is_stored(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("ok"), stop()))
    async with popagent(dsns, gateway.url) as first:
        await say(first.client, "Hi")
        loaded = await idle(first.client)
        async with popagent(dsns, gateway.url) as second:
            await first.kill()
            await say(second.client, "From the other tab", id="m2")
            stale = await second.client.patch(
                "/api/sessions/s1", json={"revision": loaded["revision"], "title": "Mine"}
            )
            assert (stale.status_code, stale.json()["code"]) == (409, "revision_conflict")
            assert stale.json()["session"]["revision"] == loaded["revision"] + 1
            # What the stale tab has in its box is sent all the same: a message needs no revision.
            assert (await say(second.client, "From the stale tab", id="m3")).done
            assert said(await idle(second.client)) == [
                "Hi", "ok", "From the other tab", "ok", "From the stale tab", "ok",
            ]  # fmt: skip


async def test_any_number_of_readers_at_two_servers_get_every_part_once(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    words = [f"w{n} " for n in range(60)]
    gateway.answers(
        Reply.sse(text("first"), stop()),
        Reply.sse(*(piece for word in words for piece in (text(word), pause(0.01))), hold(), stop()),
    )
    async with popagent(dsns, gateway.url) as first, popagent(dsns, gateway.url) as second:
        await say(first.client, "Hi")
        again = {"id": "s1", "trigger": "regenerate-message"}
        async with first.client.stream("POST", "/api/chat", json=again) as reply:
            begun = await read(reply, until=lambda stream: "w5" in stream.text)

            there = asyncio.Barrier(8)

            async def reader(number: int) -> Stream:
                """One that comes late, leaves, and comes back at the other server."""
                clients = (first.client, second.client)
                after = begun.ids[-1] if number % 3 else 0
                whole = Stream(list(begun.ids), list(begun.parts)) if after else Stream()
                for visit in range(3):
                    headers = {"last-event-id": str(whole.ids[-1])} if whole.ids else {}
                    address = "/api/chat/s1/stream"
                    async with clients[(number + visit) % 2].stream("GET", address, headers=headers) as seen:
                        assert seen.status_code == 200
                        last = visit == 2
                        goal = 3 * (number % 4 + 1) * (visit + 1)
                        if last:
                            await there.wait()
                            gateway.release()
                        part = await read(
                            seen, until=None if last else lambda stream, goal=goal: len(stream.ids) >= goal
                        )
                    whole.ids += part.ids
                    whole.parts += part.parts
                    whole.done = part.done
                return whole

            readers = await asyncio.gather(*(reader(number) for number in range(8)))
            rest = await read(reply)
        ids = begun.ids + rest.ids
        assert ids == list(range(1, len(ids) + 1))
        assert begun.text + rest.text == "".join(words)
        for one in readers:
            assert one.ids == ids
            assert one.text == "".join(words)
            assert one.done
            assert one.parts[-1] == rest.parts[-1]


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


def said(session: dict[str, Any]) -> list[str]:
    """What the messages of a session say."""
    return [
        " ".join(part["text"] for part in message["parts"] if part["type"] == "text")
        for message in session["messages"]
    ]


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
