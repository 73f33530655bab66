"""Messages that come while a turn runs: each waits in line, and none is lost, doubled or moved (contract C1)."""

import asyncio
from typing import Any

import httpx2
import psycopg
import pytest
from psycopg.types.json import Jsonb

from app.embedded import Dsns
from tests.gateway.scripted import Exchange, Reply, ScriptedGateway, hold, stop, text
from tests.support import Served, serve, settings
from tests.web.talking import ask, read, say, until

QUEUE = "/api/chat/s1/queue"
WORDS = [{"type": "text", "text": "x"}]


async def send(client: httpx2.AsyncClient, words: str, id: str, **more: Any) -> httpx2.Response:
    """Send a message that will have to wait."""
    return await client.post("/api/chat", json=ask(words, id=id, **more))


async def waiting(client: httpx2.AsyncClient) -> list[dict[str, Any]]:
    reply = await client.get(QUEUE)
    assert reply.status_code == 200
    found: list[dict[str, Any]] = reply.json()["messages"]
    return found


async def asked_and_answered(client: httpx2.AsyncClient, count: int) -> list[str]:
    """Wait until nothing waits or runs and the session holds that many messages; return what they say."""

    async def look() -> list[str] | None:
        # In this order: what waits no more has begun before the session is looked at.
        left = await waiting(client)
        session = (await client.get("/api/sessions/s1")).json()
        return None if left or session["running"] else [_said(m) for m in session["messages"]]

    found: list[str] = await until(look)
    assert len(found) == count, found
    return found


def _said(message: dict[str, Any]) -> str:
    return " ".join(part["text"] for part in message["parts"] if part["type"] == "text")


def asked(exchange: Exchange) -> str:
    """The question that a request to the gateway ends with."""
    content: str = exchange.json["messages"][-1]["content"]
    return content.rpartition("\n\n")[2]


def held(*words: str) -> Reply:
    return Reply.sse(text(words[0]), hold(), *map(text, words[1:]), stop())


async def test_messages_sent_during_a_turn_wait_and_are_answered_in_order(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.models = Reply.body({"data": [{"id": "m"}, {"id": "other"}]})
    gateway.answers(held("one"), *(Reply.sse(text(word), stop()) for word in ("two", "three")))
    async with chat.client.stream("POST", "/api/chat", json=ask("1", id="m1")) as reply:
        await read(reply, until=lambda stream: stream.text == "one")
        second = await send(chat.client, "2", "m2", model="other")
        assert (second.status_code, second.json()) == (
            202,
            {"queued": True, "messageId": "m2", "position": 1},
        )
        third = await send(chat.client, "3", "m3")
        assert third.json()["position"] == 2
        seen = await waiting(chat.client)
        assert [(m["id"], m["position"], _said(m), m["model"], m["revision"]) for m in seen] == [
            ("m2", 1, "2", "other", 1),
            ("m3", 2, "3", "m", 1),
        ]
        assert len((await chat.client.get("/api/sessions/s1")).json()["messages"]) == 1
        gateway.release()
        await read(reply)
    assert await asked_and_answered(chat.client, 6) == ["1", "one", "2", "two", "3", "three"]
    assert [(asked(r), r.json["model"]) for r in gateway.requests] == [("1", "m"), ("2", "other"), ("3", "m")]


async def test_a_client_can_follow_each_turn_of_the_queue(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(held("one"), held("two", "."))
    async with chat.client.stream("POST", "/api/chat", json=ask("1", id="m1")) as reply:
        await read(reply, until=lambda stream: stream.text == "one")
        await send(chat.client, "2", "m2")
        gateway.release()
        assert (await read(reply)).done
    await gateway.request(2)
    async with chat.client.stream("POST", "/api/chat", json=ask("2", id="m2")) as again:
        assert again.status_code == 200, "the message that waited joins its turn now"
        gateway.release()
        stream = await read(again)
    assert (stream.text, stream.done) == ("two.", True)
    assert await asked_and_answered(chat.client, 4) == ["1", "one", "2", "two."]


async def test_the_same_message_sent_twice_waits_once(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(held("one"), Reply.sse(text("answer"), stop()))
    async with chat.client.stream("POST", "/api/chat", json=ask("1", id="m1")) as reply:
        await read(reply, until=lambda stream: stream.text == "one")
        await send(chat.client, "2", "m2")
        replies = await asyncio.gather(*(send(chat.client, "3", "m3") for _ in range(5)))
        assert [(r.status_code, r.json()["position"]) for r in replies] == [(202, 2)] * 5
        gateway.release()
        await read(reply)
    assert await asked_and_answered(chat.client, 6) == ["1", "one", "2", "answer", "3", "answer"]


@pytest.mark.parametrize("end", ["stop", "failure", "break"])
async def test_whatever_ends_a_turn_the_next_message_has_its_turn(
    chat: Served, gateway: ScriptedGateway, end: str
) -> None:
    first = {
        "stop": held("one"),
        "failure": Reply([hold(), b'data: {"error": {"message": "no credit"}}\n\n']),
        "break": Reply.sse(text("one"), hold()),
    }
    gateway.answers(first[end], Reply.sse(text("two"), stop()))
    async with chat.client.stream("POST", "/api/chat", json=ask("1", id="m1")) as reply:
        await gateway.request()
        assert (await send(chat.client, "2", "m2")).status_code == 202
        if end == "stop":
            assert (await chat.client.post("/api/chat/s1/stop")).json() == {"stopped": True}
        else:
            gateway.release()
        assert (await read(reply)).done
    said = await asked_and_answered(chat.client, 3 if end == "failure" else 4)
    assert said[-2:] == ["2", "two"]


async def test_a_message_may_be_changed_and_taken_back_until_its_turn(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(held("one"), Reply.sse(text("answer"), stop()))
    async with chat.client.stream("POST", "/api/chat", json=ask("1", id="m1")) as reply:
        await read(reply, until=lambda stream: stream.text == "one")
        for number in (2, 3, 4):
            await send(chat.client, str(number), f"m{number}")
        parts = [{"type": "text", "text": "three"}]
        changed = await chat.client.patch(f"{QUEUE}/m3", json={"revision": 1, "parts": parts})
        assert changed.status_code == 200
        assert (changed.json()["revision"], changed.json()["position"], _said(changed.json())) == (
            2,
            2,
            "three",
        )
        stale = await chat.client.patch(f"{QUEUE}/m3", json={"revision": 1, "parts": WORDS})
        assert (stale.status_code, stale.json()["code"]) == (409, "revision_conflict")
        assert _said(stale.json()["message"]) == "three", "both are at hand to choose from"
        kept = await chat.client.delete(f"{QUEUE}/m3?revision=1")
        assert (kept.status_code, kept.json()["code"]) == (409, "revision_conflict")
        assert (await chat.client.delete(f"{QUEUE}/m2?revision=1")).status_code == 204
        assert (await chat.client.delete(f"{QUEUE}/m2")).status_code == 404
        assert [(m["id"], m["position"]) for m in await waiting(chat.client)] == [("m3", 1), ("m4", 2)]
        gateway.release()
        await read(reply)
    assert await asked_and_answered(chat.client, 6) == ["1", "one", "three", "answer", "4", "answer"]
    for method in ("PATCH", "DELETE"):
        body = {"revision": 2, "parts": WORDS} if method == "PATCH" else None
        late = await chat.client.request(method, f"{QUEUE}/m3", json=body)
        assert (late.status_code, late.json()["code"]) == (409, "already_taken")


@pytest.mark.parametrize(
    ("method", "address", "body", "status", "code"),
    [
        ("GET", "/api/chat/nobody/queue", None, 404, "session_not_found"),
        ("GET", "/api/chat/no id/queue", None, 400, "invalid_id"),
        ("PATCH", f"{QUEUE}/m9", {"revision": 1, "parts": WORDS}, 404, "queued_message_not_found"),
        ("PATCH", f"{QUEUE}/m9", {"parts": WORDS}, 400, "invalid_body"),
        ("PATCH", f"{QUEUE}/m9", {"revision": 1}, 400, "invalid_body"),
        ("PATCH", f"{QUEUE}/m9", {"revision": 1, "parts": []}, 422, "out_of_range"),
        ("PATCH", f"{QUEUE}/m9", {"revision": 1, "parts": [{"type": "text", "text": " "}]}, 422, "empty_message"),
        ("PATCH", f"{QUEUE}/m9", {"revision": 1, "parts": [{"type": "html"}]}, 422, "unsupported_part"),
        ("PATCH", f"{QUEUE}/a b", {"revision": 1, "parts": WORDS}, 400, "invalid_id"),
        ("DELETE", f"{QUEUE}/m9?revision=x", None, 422, "out_of_range"),
    ],
)  # fmt: skip
async def test_a_wrong_request_is_a_clear_error(
    chat: Served, method: str, address: str, body: Any, status: int, code: str
) -> None:
    await say(chat.client, "Hi")
    refused = await chat.client.request(method, address, json=body)
    assert (refused.status_code, refused.json()["code"]) == (status, code), refused.text


async def test_fifty_messages_may_wait_and_one_more_is_refused_and_kept_by_its_sender(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(held("one"))
    async with chat.client.stream("POST", "/api/chat", json=ask("1", id="m1")) as reply:
        await read(reply, until=lambda stream: stream.text == "one")
        for number in range(50):
            assert (await send(chat.client, "x", f"q{number}")).status_code == 202
        refused = await send(chat.client, "x", "q50")
        assert (refused.status_code, refused.json()["code"]) == (409, "queue_full")
        assert len(await waiting(chat.client)) == 50
        assert (await chat.client.delete("/api/sessions/s1")).status_code == 204
    assert (await chat.client.get(QUEUE)).status_code == 404


async def test_a_stop_that_names_its_turn_spares_the_next_one(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(held("one"), held("two", "."))
    async with chat.client.stream("POST", "/api/chat", json=ask("1", id="m1")) as reply:
        begun = await read(reply, until=lambda stream: stream.text == "one")
        turn = begun.first("start")["messageMetadata"]["custom"]["turnId"]
        await send(chat.client, "2", "m2")
        for stopped in (True, False):
            answer = await chat.client.post(f"/api/chat/s1/stop?turnId={turn}")
            assert answer.json() == {"stopped": stopped}
            await gateway.request(2)
        assert (await chat.client.post("/api/chat/s1/stop?turnId=x")).status_code == 400
        gateway.release()
        await read(reply)
    assert await asked_and_answered(chat.client, 4) == ["1", "one", "2", "two."]


async def test_what_an_earlier_process_left_waiting_is_taken_within_seconds(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(Reply.sse(text("answer"), stop()))
    async with await psycopg.AsyncConnection.connect(dsns.application, autocommit=True) as elsewhere:
        accept = "select execution_id from execution.accept_turn('s1', %s, %s, 'gone', 60, 'm')"
        (turn,) = await (await elsewhere.execute(accept, ("m1", Jsonb(WORDS)))).fetchone() or ()
        await elsewhere.execute(accept, ("m2", Jsonb(WORDS)))
        await elsewhere.execute("select execution.finish(%s, 'gone', 'completed', 'final')", (turn,))
    assert await asked_and_answered(chat.client, 3) == ["x", "x", "answer"]


async def test_a_stopping_server_begins_nothing_that_waits(
    dsns: Dsns, gateway: ScriptedGateway, tmp_path: Any
) -> None:
    gateway.answers(held("one"), Reply.sse(text("two"), stop()))
    chosen = settings(tmp_path, NINEROUTER_URL=gateway.url)
    async with serve(chosen, dsns) as first:
        async with first.client.stream("POST", "/api/chat", json=ask("1", id="m1")) as reply:
            await read(reply, until=lambda stream: stream.text == "one")
            await send(first.client, "2", "m2")
    assert len(gateway.requests) == 1
    async with serve(chosen, dsns) as second:
        assert await asked_and_answered(second.client, 4) == ["1", "one", "2", "two"]
