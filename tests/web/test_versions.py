"""Answers in versions: written anew, chosen among, and never lost (contract C1)."""

import asyncio
from typing import Any

import httpx2
import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text
from tests.support import Served
from tests.web.talking import Stream, ask, idle, read, say

REGENERATE = {"id": "s1", "trigger": "regenerate-message"}


async def regenerate(client: httpx2.AsyncClient, **more: Any) -> Stream:
    """Have the last answer written anew, and read it."""
    async with client.stream("POST", "/api/chat", json=REGENERATE | more) as reply:
        assert reply.status_code == 200, await reply.aread()
        return await read(reply)


async def shown(client: httpx2.AsyncClient) -> list[str]:
    """What the messages of the session say."""
    messages = (await idle(client))["messages"]
    return [" ".join(p["text"] for p in m["parts"] if p["type"] == "text") for m in messages]


def says(*words: str) -> list[Reply]:
    return [Reply.sse(text(word), stop()) for word in words]


async def test_an_answer_is_written_anew_and_its_versions_are_chosen_among(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.models = Reply.body({"data": [{"id": "m"}, {"id": "other"}]})
    gateway.answers(*says("first", "second", "third", "after"))
    await say(chat.client, "Hi")
    stream = await regenerate(chat.client)
    assert (stream.text, stream.done) == ("second", True)
    assert await shown(chat.client) == ["Hi", "second"]
    await regenerate(chat.client, model="other")
    assert [r.json["model"] for r in gateway.requests] == ["m", "m", "other"]
    for request in gateway.requests:
        roles = [m["role"] for m in request.json["messages"]]
        assert roles == ["system", "user"], "no version is given of what is asked anew"

    session = await idle(chat.client)
    answer = session["messages"][1]
    assert len(answer["versions"]) == 3
    assert answer["versions"][2] == answer["id"]
    assert answer["questionId"] == "m1"
    assert session["messages"][0]["versions"] == []
    choice = {"revision": session["revision"], "messageId": answer["versions"][0]}
    chosen = await chat.client.post("/api/sessions/s1/versions", json=choice)
    assert (chosen.status_code, chosen.json()["revision"]) == (200, session["revision"] + 1)
    assert await shown(chat.client) == ["Hi", "first"]
    await say(chat.client, "And?", id="m2")
    assert [m["content"] for m in gateway.requests[-1].json["messages"][1:3]] == ["Hi", "first"]


async def test_a_stale_or_wrong_choice_changes_nothing(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(*says("first", "second"))
    await say(chat.client, "Hi")
    await regenerate(chat.client)
    session = await idle(chat.client)
    versions = session["messages"][1]["versions"]
    for body, status, code in (
        ({"revision": 1, "messageId": versions[0]}, 409, "revision_conflict"),
        ({"revision": session["revision"], "messageId": "m1"}, 404, "version_not_found"),
        ({"revision": session["revision"], "messageId": "nobody"}, 404, "version_not_found"),
        ({"revision": session["revision"], "messageId": "a b"}, 400, "invalid_body"),
        ({"messageId": versions[0]}, 400, "invalid_body"),
    ):
        refused = await chat.client.post("/api/sessions/s1/versions", json=body)
        assert (refused.status_code, refused.json()["code"]) == (status, code)
        if code == "revision_conflict":
            assert refused.json()["session"]["revision"] == session["revision"]
    unknown = await chat.client.post("/api/sessions/nobody/versions", json={"revision": 1, "messageId": "x"})
    assert unknown.status_code == 404
    assert await shown(chat.client) == ["Hi", "second"]


async def test_only_the_last_answer_of_an_idle_session_is_written_anew(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(*says("first", "second"), Reply.sse(text("third"), hold(), stop()))
    await chat.client.post("/api/sessions", json={"id": "s1"})

    async def refused(**more: Any) -> str:
        reply = await chat.client.post("/api/chat", json=REGENERATE | more)
        assert reply.status_code == 409, reply.text
        code: str = reply.json()["code"]
        return code

    assert await refused() == "nothing_asked"
    await say(chat.client, "Hi")
    await say(chat.client, "And?", id="m2")
    messages = (await idle(chat.client))["messages"]
    assert await refused(messageId=messages[1]["id"]) == "not_the_last"
    assert await refused(messageId="m1") == "not_the_last"
    assert await refused(messageId="nobody") == "not_the_last"
    async with chat.client.stream(
        "POST", "/api/chat", json=REGENERATE | {"messageId": messages[3]["id"]}
    ) as reply:
        await read(reply, until=lambda stream: stream.text == "third")
        assert await refused() == "turn_running"
        session = (await chat.client.get("/api/sessions/s1")).json()
        choice = {"revision": session["revision"], "messageId": messages[3]["id"]}
        busy = await chat.client.post("/api/sessions/s1/versions", json=choice)
        assert (busy.status_code, busy.json()["code"]) == (409, "turn_running")
        gateway.release()
        await read(reply)
    assert await shown(chat.client) == ["Hi", "first", "And?", "third"]
    assert len(gateway.requests) == 3


async def test_of_many_who_want_it_anew_at_once_one_gets_it(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(*says("first"), Reply.sse(text("second"), hold(), stop()))
    await say(chat.client, "Hi")
    asking = [asyncio.create_task(chat.client.post("/api/chat", json=REGENERATE)) for _ in range(5)]
    refused = 0
    for finished in asyncio.as_completed(asking):
        reply = await finished
        refused += reply.status_code == 409
        if refused == 4:
            await gateway.request(2)
            gateway.release()
    assert refused == 4
    assert await shown(chat.client) == ["Hi", "second"]
    assert len(gateway.requests) == 2


async def test_a_question_whose_answer_failed_is_asked_again_without_being_sent_again(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(Reply.body({"error": {"message": "no credit"}}, 402), *says("Hello"))
    await say(chat.client, "Hi")
    assert await shown(chat.client) == ["Hi"]
    assert (await regenerate(chat.client, messageId="m1")).text == "Hello"
    assert await shown(chat.client) == ["Hi", "Hello"]
    with psycopg.connect(dsns.application) as db:
        tried = db.execute("select state, attempt from popagent_executions order by attempt").fetchall()
    assert tried == [("failed", 1), ("completed", 2)]


@pytest.mark.parametrize("end", ["failure", "stop"])
async def test_a_new_version_that_says_nothing_hides_nothing(
    chat: Served, gateway: ScriptedGateway, end: str
) -> None:
    nothing = Reply.body({"error": {"message": "no credit"}}, 402) if end == "failure" else Reply.sse(hold())
    gateway.answers(*says("first"), nothing, *says("second"))
    await say(chat.client, "Hi")
    async with chat.client.stream("POST", "/api/chat", json=REGENERATE) as reply:
        await gateway.request(2)
        if end == "stop":
            await chat.client.post("/api/chat/s1/stop")
        await read(reply)
    assert await shown(chat.client) == ["Hi", "first"]
    await regenerate(chat.client)
    assert await shown(chat.client) == ["Hi", "second"]


async def test_half_a_version_is_shown_as_what_it_is_and_the_whole_one_can_be_chosen(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(*says("first"), Reply.sse(text("Half"), hold()))
    await say(chat.client, "Hi")
    async with chat.client.stream("POST", "/api/chat", json=REGENERATE) as reply:
        await read(reply, until=lambda stream: stream.text == "Half")
        await chat.client.post("/api/chat/s1/stop")
        await read(reply)
    assert await shown(chat.client) == ["Hi", "Half"]
    session = await idle(chat.client)
    choice = {"revision": session["revision"], "messageId": session["messages"][1]["versions"][0]}
    assert (await chat.client.post("/api/sessions/s1/versions", json=choice)).status_code == 200
    assert await shown(chat.client) == ["Hi", "first"]


async def test_a_message_sent_while_an_answer_is_written_anew_waits_for_it(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(*says("first"), Reply.sse(text("second"), hold(), stop()), *says("after"))
    await say(chat.client, "Hi")
    async with chat.client.stream("POST", "/api/chat", json=REGENERATE) as reply:
        await read(reply, until=lambda stream: stream.text == "second")
        assert (await chat.client.post("/api/chat", json=ask("And?", id="m2"))).status_code == 202
        gateway.release()
        await read(reply)
    await gateway.request(3)
    assert [m["content"] for m in gateway.requests[2].json["messages"][1:3]] == ["Hi", "second"]
    assert await shown(chat.client) == ["Hi", "second", "And?", "after"]
