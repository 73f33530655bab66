"""Sessions over JSON beyond their titles: pinned, unread, drafted, temporary, forked."""

import asyncio
import json
from typing import Any

import httpx2
import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, call, hold, stop, text
from tests.support import Served
from tests.web.talking import ask, idle, read, say


async def make(chat: Served, **body: Any) -> dict[str, Any]:
    made = await chat.client.post("/api/sessions", json=body)
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


async def listed(chat: Served, query: str = "") -> list[str]:
    found = (await chat.client.get(f"/api/sessions?{query}")).json()
    return [row["id"] for row in found["sessions"]]


async def draft(chat: Served, text: str, draft_id: str | None = None, session: str = "s1") -> httpx2.Response:
    body = {"text": text} | ({"draftId": draft_id} if draft_id else {})
    return await chat.client.put(f"/api/sessions/{session}/draft", json=body)


def said(session: dict[str, Any]) -> list[str]:
    """What each message says."""
    return ["".join(part.get("text", "") for part in one["parts"]) for one in session["messages"]]


def count(dsns: Dsns, table: str, where: str = "true") -> int:
    with psycopg.connect(dsns.application) as db:
        row = db.execute(f"select count(*) from {table} where {where}").fetchone()
    assert row is not None
    return int(row[0])


async def test_a_pin_is_kept_and_is_no_write_to_the_session(chat: Served) -> None:
    await make(chat, id="s1")
    await make(chat, id="s2")
    pinned = (await chat.client.patch("/api/sessions/s1", json={"pinned": True})).json()
    assert pinned["pinnedAt"].endswith("Z")
    assert pinned["revision"] == 1
    assert await listed(chat) == ["s2", "s1"]
    assert await listed(chat, "pinned=true") == ["s1"]
    assert await listed(chat, "pinned=false") == ["s2"]
    loose = (await chat.client.patch("/api/sessions/s1", json={"pinned": False})).json()
    assert (loose["pinnedAt"], loose["revision"]) == (None, 1)


async def test_an_answer_that_was_not_seen_marks_its_session(chat: Served) -> None:
    await say(chat.client, "Hi")
    assert not (await idle(chat.client))["unread"], (
        "a script that never says what it read is not told of news"
    )
    assert (await chat.client.patch("/api/sessions/s1", json={"unread": False})).status_code == 200
    await say(chat.client, "And now?", id="m2")
    session = await idle(chat.client)
    assert session["unread"]
    seen = (await chat.client.patch("/api/sessions/s1", json={"unread": False})).json()
    assert (seen["unread"], seen["revision"]) == (False, session["revision"])


async def test_a_draft_is_kept_with_its_session_and_is_no_write_to_it(chat: Served) -> None:
    await make(chat, id="s1")
    assert (await draft(chat, "not sent 🏳️‍🌈 yet", "d1")).json() == {"saved": True}
    found = (await chat.client.get("/api/sessions/s1")).json()
    assert (found["draft"], found["revision"]) == ("not sent 🏳️‍🌈 yet", 1)
    assert (await draft(chat, "")).json() == {"saved": True}
    assert (await chat.client.get("/api/sessions/s1")).json()["draft"] == ""


async def test_of_many_pages_that_save_drafts_at_once_the_last_one_counts(chat: Served) -> None:
    await make(chat, id="s1")
    saved = await asyncio.gather(
        *(draft(chat, f"{tab} {n}", tab) for n in range(20) for tab in ("one", "two"))
    )
    assert {reply.json()["saved"] for reply in saved} == {True}
    assert (await draft(chat, "the last", "one")).json() == {"saved": True}
    assert (await chat.client.get("/api/sessions/s1")).json()["draft"] == "the last"


async def test_a_temporary_session_is_listed_only_when_asked_for(chat: Served) -> None:
    made = await make(chat, id="secret", temporary=True)
    assert made["temporary"]
    assert not (await make(chat, id="plain"))["temporary"]
    assert await listed(chat) == ["plain"]
    assert await listed(chat, "temporary=true") == ["secret"]


async def test_a_temporary_session_reads_memories_and_writes_none(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    stored = await chat.client.post("/api/memories", json={"content": "Their cat is called Miso."})
    assert stored.status_code == 201
    await make(chat, id="s1", temporary=True)
    remember = {"name": "remember", "arguments": json.dumps({"content": "They like tea."})}
    gateway.answers(
        Reply.sse(call({"index": 0, "id": "c1", "function": remember}), stop("tool_calls")),
        Reply.sse(text("I cannot keep that here."), stop()),
    )
    stream = await say(chat.client, "Remember that I like tea. What is my cat called?")
    assert "temporary" in stream.first("tool-output-error")["errorText"]
    asked, again = gateway.requests[-2:]
    assert "Miso" in json.dumps(asked.json)
    assert "Nothing was remembered" in again.json["messages"][-1]["content"]
    assert (await idle(chat.client))["messages"]
    assert count(dsns, "popagent_memories") == 1, "neither a fact nor an episode came of it"


async def test_ending_a_temporary_session_deletes_it_with_everything(chat: Served, dsns: Dsns) -> None:
    await make(chat, id="s1", temporary=True)
    await say(chat.client, "Hi")
    await idle(chat.client)
    await draft(chat, "one more thing")
    assert (await chat.client.delete("/api/sessions/s1")).status_code == 204
    for table in (
        "threads",
        "messages",
        "executions",
        "execution_parts",
        "thread_state",
        "sessions",
        "memories",
    ):
        assert count(dsns, f"popagent_{table}") == 0, table


async def test_a_temporary_session_is_neither_pinned_nor_archived(chat: Served) -> None:
    await make(chat, id="s1", temporary=True)
    for body in ({"pinned": True}, {"revision": 1, "archived": True}):
        refused = await chat.client.patch("/api/sessions/s1", json=body)
        assert (refused.status_code, refused.json()["code"]) == (422, "temporary_session")


async def test_a_fork_begins_as_a_copy_and_goes_its_own_way(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(
        Reply.sse(text("A leaf"), stop()),
        Reply.sse(text("In water"), stop()),
        Reply.sse(text("Cold"), stop()),
    )
    await say(chat.client, "What is tea?")
    await say(chat.client, "How is it made?", id="m2")
    session = await idle(chat.client)
    made = await chat.client.post("/api/sessions/s1/fork", json={})
    assert made.status_code == 201
    fork = made.json()
    assert (fork["title"], fork["forkedFrom"], fork["revision"]) == ("What is tea? (fork)", "s1", 1)
    copy = (await chat.client.get(f"/api/sessions/{fork['id']}")).json()
    assert copy["messages"] == session["messages"]

    await say(chat.client, "And iced?", fork["id"], "m3")
    copy = await idle(chat.client, fork["id"])
    assert said(copy)[-2:] == ["And iced?", "Cold"]
    assert copy["title"] == "What is tea? (fork)"
    given = [one["content"] for one in gateway.requests[-1].json["messages"][1:]]
    assert [words.split("\n")[-1] for words in given] == [
        "What is tea?", "A leaf", "How is it made?", "In water", "And iced?",
    ]  # fmt: skip
    assert (await chat.client.get("/api/sessions/s1")).json()["messages"] == session["messages"]

    assert (await chat.client.delete("/api/sessions/s1")).status_code == 204
    assert said((await chat.client.get(f"/api/sessions/{fork['id']}")).json()) == said(copy)


async def test_a_fork_up_to_a_message_ends_with_it(chat: Served) -> None:
    await say(chat.client, "What is tea?")
    await say(chat.client, "How is it made?", id="m2")
    messages = (await idle(chat.client))["messages"]
    fork = (await chat.client.post("/api/sessions/s1/fork", json={"messageId": messages[1]["id"]})).json()
    assert (await chat.client.get(f"/api/sessions/{fork['id']}")).json()["messages"] == messages[:2]


async def test_a_fork_that_is_asked_for_twice_is_made_once(chat: Served) -> None:
    await say(chat.client, "Hi")
    await idle(chat.client)
    asked = [chat.client.post("/api/sessions/s1/fork", json={"id": "copy"}) for _ in range(4)]
    replies = await asyncio.gather(*asked)
    assert sorted(reply.status_code for reply in replies) == [200, 200, 200, 201]
    assert len(await listed(chat)) == 2


async def test_a_fork_during_a_turn_holds_what_is_stored(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(Reply.sse(text("Going"), hold(), text(" on"), stop()))
    async with chat.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
        await read(reply, until=lambda stream: stream.text == "Going")
        fork = (await chat.client.post("/api/sessions/s1/fork", json={})).json()
        copy = (await chat.client.get(f"/api/sessions/{fork['id']}")).json()
        assert (said(copy), copy["running"]) == (["Hi"], False)
        rows = (await chat.client.get("/api/sessions")).json()["sessions"]
        assert {row["id"]: row["running"] for row in rows} == {"s1": True, fork["id"]: False}
        page = await chat.client.get(f"/c/{fork['id']}")
        assert page.status_code == 200
        assert "data-running" not in page.text
        gateway.release()
        assert (await read(reply)).done
    assert said(await idle(chat.client)) == ["Hi", "Going on"]
    assert said((await chat.client.get(f"/api/sessions/{fork['id']}")).json()) == ["Hi"]
    gateway.answers(Reply.sse(text("Hello"), stop()))
    await say(chat.client, "Anyone?", fork["id"], "m2")
    assert said(await idle(chat.client, fork["id"])) == ["Hi", "Anyone?", "Hello"]


async def test_archiving_during_a_turn_lets_it_finish(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(Reply.sse(text("Going"), hold(), text(" on"), stop()))
    async with chat.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
        await read(reply, until=lambda stream: stream.text == "Going")
        revision = (await chat.client.get("/api/sessions/s1")).json()["revision"]
        away = await chat.client.patch("/api/sessions/s1", json={"revision": revision, "archived": True})
        assert away.status_code == 200
        gateway.release()
        assert (await read(reply)).done
    session = await idle(chat.client)
    assert said(session) == ["Hi", "Going on"]
    assert session["archivedAt"] == away.json()["archivedAt"]


async def test_an_id_that_a_task_has_is_refused(chat: Served, dsns: Dsns) -> None:
    with psycopg.connect(dsns.application, autocommit=True) as db:
        db.execute("select thread.open('a-task', 'task', 'popagent-user')")
    made = await chat.client.post("/api/sessions", json={"id": "a-task"})
    assert (made.status_code, made.json()["code"]) == (409, "id_taken")
    sent = await chat.client.post("/api/chat", json=ask("Hi", "a-task"))
    assert (sent.status_code, sent.json()["code"]) == (409, "id_taken")
    assert (await draft(chat, "x", session="a-task")).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("PATCH", "/api/sessions/s1", {"archived": True}, 400, "invalid_body"),
        ("PATCH", "/api/sessions/s1", {"pinned": "yes"}, 400, "invalid_body"),
        ("PATCH", "/api/sessions/s1", {"unread": True}, 400, "invalid_body"),
        ("PATCH", "/api/sessions/s1", {"revision": 9, "pinned": True}, 409, "revision_conflict"),
        ("PATCH", "/api/sessions/nobody", {"pinned": True}, 404, "session_not_found"),
        ("PATCH", "/api/sessions/nobody", {"unread": False}, 404, "session_not_found"),
        ("POST", "/api/sessions", {"temporary": "no"}, 400, "invalid_body"),
        ("GET", "/api/sessions?pinned=maybe", None, 422, "out_of_range"),
        ("GET", "/api/sessions?temporary=", None, 422, "out_of_range"),
        ("PUT", "/api/sessions/nobody/draft", {"text": "x"}, 404, "session_not_found"),
        ("PUT", "/api/sessions/no%20id/draft", {"text": "x"}, 400, "invalid_id"),
        ("PUT", "/api/sessions/s1/draft", {}, 400, "invalid_body"),
        ("PUT", "/api/sessions/s1/draft", {"text": None}, 400, "invalid_body"),
        ("PUT", "/api/sessions/s1/draft", {"text": "x", "draftId": "a b"}, 400, "invalid_body"),
        ("PUT", "/api/sessions/s1/draft", {"text": "x" * 2**20}, 413, "too_large"),
        ("PUT", "/api/sessions/s1/draft", {"text": "é" * 500_001}, 422, "draft_too_long"),
        ("POST", "/api/sessions/nobody/fork", {}, 404, "session_not_found"),
        ("POST", "/api/sessions/s1/fork", {"messageId": "nothing"}, 404, "message_not_found"),
        ("POST", "/api/sessions/s1/fork", {"id": "s1"}, 409, "session_exists"),
        ("POST", "/api/sessions/s1/fork", {"position": 1}, 400, "invalid_body"),
        ("POST", "/api/sessions/s1/fork", None, 400, "not_json"),
    ],
)
async def test_what_cannot_be_is_a_clear_error(
    chat: Served, method: str, path: str, body: Any, status: int, code: str
) -> None:
    made = await make(chat, id="s1", title="kept")
    reply = await chat.client.request(method, path, json=body)
    assert (reply.status_code, reply.json().get("code")) == (status, code), reply.text
    assert await listed(chat) == ["s1"]
    found = (await chat.client.get("/api/sessions/s1")).json()
    assert {name: found[name] for name in made} == made


async def test_text_that_cannot_be_stored_is_cleaned_in_a_draft(chat: Served) -> None:
    await make(chat, id="s1")
    body = b'{"text": "a\\u0000b\\ud800"}'
    reply = await chat.client.put(
        "/api/sessions/s1/draft", content=body, headers={"content-type": "application/json"}
    )
    assert reply.status_code == 200
    assert (await chat.client.get("/api/sessions/s1")).json()["draft"] == "a\ufffdb\ufffd"
