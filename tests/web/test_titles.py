"""A session is named by the model that answered, and never over its owner's choice (contract S3)."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Exchange, Reply, ScriptedGateway, hold, stop, text
from tests.support import Served, serve, settings
from tests.web.talking import idle, say, until


def titled(title: object) -> Callable[[Exchange], Reply]:
    """A gateway that answers this to whoever asks for a title."""
    message = {"role": "assistant", "content": title}
    return lambda _: Reply.body({"choices": [{"message": message, "finish_reason": "stop"}]})


def waits() -> Callable[[Exchange], Reply]:
    """A gateway that sends the title when the test lets it."""
    return lambda _: Reply.sse(text("Tea"), hold(), text(" time"), stop())


async def no_jobs(dsns: Dsns) -> None:
    """Wait until every title that was asked for was given, or not."""

    async def look() -> bool:
        async with await psycopg.AsyncConnection.connect(dsns.application) as db:
            found = await db.execute("select count(*) from pgqueuer where entrypoint = 'session-title'")
            return await found.fetchone() == (0,)

    await until(look)


async def asked(gateway: ScriptedGateway) -> None:
    """Wait until the model was asked for a title."""

    async def look() -> bool:
        return bool(gateway.completion_requests)

    await until(look)


async def title(chat: Served, id: str = "s1") -> tuple[str, int]:
    found = (await chat.client.get(f"/api/sessions/{id}")).json()
    return found["title"], found["revision"]


async def rename(chat: Served, name: str) -> None:
    _, revision = await title(chat)
    reply = await chat.client.patch("/api/sessions/s1", json={"revision": revision, "title": name})
    assert reply.status_code == 200, reply.text


async def test_the_model_that_answered_names_the_session_once(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.completion = titled('"**Tea** in the morning."')
    gateway.answers(Reply.sse(text("A drink."), stop()))
    await say(chat.client, "What is tea?", model="m")
    await no_jobs(dsns)
    assert await title(chat) == ("Tea in the morning", 3)
    (request,) = gateway.completion_requests
    assert (request.json["model"], request.json["stream"]) == ("m", False)
    assert "What is tea?" in request.json["messages"][-1]["content"]
    assert "A drink." in request.json["messages"][-1]["content"]
    await say(chat.client, "And coffee?", id="m2")
    await no_jobs(dsns)
    assert len(gateway.completion_requests) == 1


@pytest.mark.parametrize(
    "reply",
    [
        titled(""),
        titled(None),
        titled("  \n "),
        titled("<think>no end"),
        titled("I am sorry, but " * 20),
        lambda _: Reply.body({"error": {"message": "no credit"}}, 402),
        lambda _: Reply.sse(text("Half a ti")),
    ],
    ids=["empty", "null", "blank", "only thoughts", "speech", "refused", "broken off"],
)
async def test_without_a_title_the_first_words_stay_and_the_next_answer_is_another_chance(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns, reply: Callable[[Exchange], Reply]
) -> None:
    gateway.completion = reply
    await say(chat.client, "What is tea?")
    await no_jobs(dsns)
    assert await title(chat) == ("What is tea?", 2)
    gateway.completion = titled("Tea")
    await say(chat.client, "And now?", id="m2")
    await no_jobs(dsns)
    assert await title(chat) == ("Tea", 4)


async def test_a_session_renamed_before_its_first_message_keeps_its_name(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.completion = titled("Theirs")
    await chat.client.post("/api/sessions", json={"id": "s1"})
    await rename(chat, "Mine")
    await say(chat.client, "What is tea?")
    await no_jobs(dsns)
    assert (await title(chat))[0] == "Mine"
    assert gateway.completion_requests == []


@pytest.mark.parametrize("method", ["POST", "PUT"])
async def test_a_session_that_was_given_a_title_without_a_lock_keeps_it_too(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns, method: str
) -> None:
    gateway.completion = titled("Theirs")
    await chat.client.post("/api/sessions", json={"id": "s1", "title": "Taxes" if method == "POST" else ""})
    if method == "PUT":
        save = {"revision": 1, "title": "Taxes", "workspaceId": "default"}
        assert (await chat.client.put("/api/sessions/s1", json=save)).status_code == 200
    await say(chat.client, "What is tea?")
    await no_jobs(dsns)
    assert (await title(chat))[0] == "Taxes"
    assert gateway.completion_requests == []


async def test_a_session_renamed_while_it_is_being_named_keeps_its_name(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.completion = waits()
    await say(chat.client, "What is tea?")
    await asked(gateway)
    await rename(chat, "Mine")
    gateway.release()
    await no_jobs(dsns)
    assert (await title(chat))[0] == "Mine"


async def test_a_session_renamed_after_it_was_named_keeps_its_name(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.completion = titled("Theirs")
    await say(chat.client, "What is tea?")
    await no_jobs(dsns)
    await rename(chat, "Mine")
    await say(chat.client, "And now?", id="m2")
    await no_jobs(dsns)
    assert (await title(chat))[0] == "Mine"


async def test_a_title_that_is_cleared_is_given_anew_after_the_next_answer(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.completion = titled("First")
    await say(chat.client, "What is tea?")
    await no_jobs(dsns)
    await rename(chat, "Mine")
    await rename(chat, "")
    assert (await title(chat))[0] == "What is tea?"
    gateway.completion = titled("Second")
    await say(chat.client, "And now?", id="m2")
    await no_jobs(dsns)
    assert (await title(chat))[0] == "Second"


async def test_a_name_that_is_cleared_while_the_model_thinks_makes_room_for_the_models(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.completion = waits()
    await say(chat.client, "What is tea?")
    await asked(gateway)
    await rename(chat, "Mine")
    await rename(chat, "")
    gateway.release()
    await no_jobs(dsns)
    assert (await title(chat))[0] == "Tea time"


async def test_a_session_deleted_meanwhile_is_not_made_anew(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.completion = waits()
    await say(chat.client, "What is tea?")
    await asked(gateway)
    assert (await chat.client.delete("/api/sessions/s1")).status_code == 204
    gateway.release()
    await no_jobs(dsns)
    assert (await chat.client.get("/api/sessions/s1")).status_code == 404


async def test_each_session_gets_its_own_title(chat: Served, gateway: ScriptedGateway, dsns: Dsns) -> None:
    def by_question(exchange: Exchange) -> Reply:
        shown = exchange.json["messages"][-1]["content"]
        return titled(f"About {shown.split('number ')[1][0]}")(exchange)

    gateway.completion = by_question
    await asyncio.gather(*(say(chat.client, f"Question number {n}", f"s{n}") for n in range(6)))
    await no_jobs(dsns)
    assert [(await title(chat, f"s{n}"))[0] for n in range(6)] == [f"About {n}" for n in range(6)]


async def test_only_an_answer_that_was_completed_is_a_reason_to_name_a_session(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.completion = titled("Tea")
    gateway.answers(
        Reply.body({"error": {"message": "no credit"}}, 402), Reply.sse(text("Half")), Reply.sse(text("Whole"), stop())
    )  # fmt: skip
    for number, requests in ((1, 0), (2, 0), (3, 1)):
        await say(chat.client, "What is tea?", id=f"m{number}")
        await idle(chat.client)
        await no_jobs(dsns)
        assert len(gateway.completion_requests) == requests


async def test_a_worker_that_stops_leaves_the_title_to_the_next(
    dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path
) -> None:
    gateway.completion = waits()
    chosen = settings(tmp_path, NINEROUTER_URL=gateway.url)
    async with serve(chosen, dsns) as first:
        await say(first.client, "What is tea?")
        await asked(gateway)
    gateway.completion = titled("Tea")
    async with serve(chosen, dsns) as second:
        await no_jobs(dsns)
        assert (await title(second))[0] == "Tea"


async def test_the_demo_model_names_sessions_too(server: Served, dsns: Dsns) -> None:
    await say(server.client, "Remember that my favourite colour is teal.")
    await no_jobs(dsns)
    assert (await title(server))[0] == "My favourite colour is teal"
