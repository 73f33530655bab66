"""Tools that their owner is asked about: the turn waits, outlives its server, and goes on as was decided."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx2
import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, call, hold, stop, text, usage
from tests.support import Served, serve, settings
from tests.web.processes import popagent
from tests.web.talking import Stream, ask, idle, read, say, until


def asked(tool: str, id: str = "c1", **arguments: Any) -> dict[str, Any]:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    return {"index": int(id[1:]), "id": id, "type": "function", "function": function}


def calls(*items: dict[str, Any], before: str = "") -> Reply:
    said = [text(before)] if before else []
    return Reply.sse(*said, call(*items), usage(), stop("tool_calls"))


def remember(content: str, id: str = "c1") -> dict[str, Any]:
    return asked("remember", id, content=content)


def says(words: str) -> Reply:
    return Reply.sse(text(words), usage(), stop())


def is_asked(stream: Stream) -> bool:
    return bool(stream.parts) and stream.parts[-1]["type"] == "data-toolApproval"


def told(gateway: ScriptedGateway, number: int = -1) -> list[tuple[str, str]]:
    """The tool results that the model was given with a request."""
    messages = gateway.requests[number].json["messages"]
    return [(m["tool_call_id"], m["content"]) for m in messages if m["role"] == "tool"]


async def ask_first(client: httpx2.AsyncClient, tool: str = "remember") -> None:
    reply = await client.patch(f"/api/tools/{tool}", json={"policy": "ask"})
    assert reply.status_code == 200, reply.text


async def question(client: httpx2.AsyncClient, session: str = "s1") -> dict[str, Any]:
    """Wait until a turn asks, and return what."""

    async def look() -> dict[str, Any] | None:
        reply = await client.get(f"/api/chat/{session}/approvals")
        found = reply.json().get("approvals") if reply.status_code == 200 else None
        return found[0] if found else None

    found: dict[str, Any] = await until(look)
    return found


async def decide(
    client: httpx2.AsyncClient, id: str, decision: str, scope: str = "once", session: str = "s1"
) -> httpx2.Response:
    body = {"decision": decision, "scope": scope}
    return await client.post(f"/api/chat/{session}/approvals/{id}", json=body)


async def begin(client: httpx2.AsyncClient, words: str = "Note it", id: str = "m1") -> dict[str, Any]:
    """Send a message, hang up at once and return what its turn asks."""
    async with client.stream("POST", "/api/chat", json=ask(words, id=id)) as reply:
        await read(reply, until=is_asked)
    return await question(client)


def facts(dsns: Dsns) -> list[str]:
    with psycopg.connect(dsns.application) as db:
        rows = db.execute("select content from popagent_memories where kind = 'fact' order by content")
        return [content for (content,) in rows]


@pytest.fixture
async def asking(chat: Served) -> httpx2.AsyncClient:
    """A server that asks before something is remembered."""
    await ask_first(chat.client)
    return chat.client


async def test_a_tool_runs_only_after_it_was_allowed_and_the_reader_gets_everything_once(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(calls(remember("I like teal."), before="Let me note that."), says("Noted."))
    async with asking.stream("POST", "/api/chat", json=ask("Note it")) as reply:
        before = await read(reply, until=is_asked)
        part = before.parts[-1]
        assert part["data"]["toolName"] == "remember"
        assert part["data"]["input"] == {"content": "I like teal."}
        assert part["data"]["state"] == "waiting"
        assert part["id"] == part["data"]["approvalId"]
        assert not part.get("transient")
        assert facts(dsns) == [], "it has not run"
        assert (await asking.get("/api/sessions/s1")).json()["running"]
        listed = await question(asking)
        assert (listed["approvalId"], listed["toolCallId"]) == (part["id"], part["data"]["toolCallId"])
        reply_to_decision = await decide(asking, part["id"], "approve")
        assert reply_to_decision.json() == {
            "approvalId": part["id"],
            "decision": "approved",
            "scope": "once",
        }
        rest = await read(reply)
    assert facts(dsns) == ["I like teal."]
    assert (before.text, rest.text, rest.done) == ("Let me note that.", "Noted.", True)
    assert before.ids + rest.ids == list(range(1, len(before.ids + rest.ids) + 1)), "each part once"
    assert rest.parts[0]["data"]["state"] == "approved"
    assert rest.parts[-1]["messageMetadata"]["custom"]["usage"]["totalTokens"] == 30, "of both requests"
    again = [m for m in gateway.requests[1].json["messages"] if m["role"] != "system"]
    assert [m["role"] for m in again] == ["user", "assistant", "tool"]
    assert (again[1]["content"], again[1]["tool_calls"][0]["function"]["name"]) == (
        "Let me note that.",
        "remember",
    )
    session = await idle(asking)
    stored = session["messages"][-1]["parts"]
    assert [p["type"] for p in stored].count("step-start") == 2
    [kept] = [p for p in stored if p["type"] == "data-toolApproval"]
    assert kept["data"]["state"] == "approved"
    assert (await asking.get("/api/chat/s1/approvals")).json() == {"approvals": [], "kept": []}


async def test_once_is_once_and_in_this_chat_is_for_the_next_calls_too(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(
        calls(remember("One.", "c1")),
        calls(remember("Two.", "c2")),
        calls(remember("Three.", "c3")),
        says("Ok"),
    )
    first = await begin(asking)
    await decide(asking, first["approvalId"], "approve")
    second = await question(asking)
    assert second["input"] == {"content": "Two."}, "once allowed is not allowed again"
    assert second["approvalId"] != first["approvalId"]
    await decide(asking, second["approvalId"], "approve", "session")
    await idle(asking)
    assert facts(dsns) == ["One.", "Three.", "Two."]
    gateway.answers(calls(remember("Four.", "c4")), says("Ok"))
    assert (await say(asking, "And", id="m2")).text == "Ok"
    gateway.answers(calls(remember("Five.", "c5")), says("Ok"))
    async with asking.stream("POST", "/api/chat", json=ask("Else", session="s2")) as reply:
        await read(reply, until=is_asked)
    assert (await question(asking, "s2"))["input"] == {"content": "Five."}, "another chat asks again"


async def test_what_holds_for_a_chat_can_be_taken_back(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(calls(remember("One.", "c1")), says("Ok"))
    await decide(asking, (await begin(asking))["approvalId"], "approve", "session")
    await idle(asking)
    kept = (await asking.get("/api/chat/s1/approvals")).json()["kept"]
    assert kept == [{"toolName": "remember", "decision": "approved"}]
    assert "Ask again before <code>remember</code>" in (await asking.get("/c/s1")).text
    reply = await asking.post("/c/s1/ask-again", data={"tool": "remember"})
    assert (reply.status_code, reply.headers["location"]) == (303, "/c/s1")
    assert "Ask again before" not in (await asking.get("/c/s1")).text
    gone = await asking.delete("/api/chat/s1/approvals/kept/remember")
    assert (gone.status_code, gone.json()["code"]) == (404, "decision_not_found")
    gateway.answers(calls(remember("Two.", "c2")), says("Ok"))
    second = await begin(asking, id="m2")
    assert second["input"] == {"content": "Two."}, "it is asked again"
    await decide(asking, second["approvalId"], "deny", "session")
    await idle(asking)
    assert (await asking.delete("/api/chat/s1/approvals/kept/remember")).status_code == 204
    assert facts(dsns) == ["One."]


async def test_a_refusal_is_told_to_the_model_and_the_turn_goes_on(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(calls(remember("One.", "c1")), calls(remember("Two.", "c2")), says("As you like."))
    first = await begin(asking)
    await decide(asking, first["approvalId"], "deny")
    second = await question(asking)
    await decide(asking, second["approvalId"], "deny", "session")
    session = await idle(asking)
    assert session["messages"][-1]["parts"][-1]["text"] == "As you like."
    assert all("did not allow" in words for _, words in told(gateway))
    gateway.answers(calls(remember("Three.", "c3")), says("Still not."))
    stream = await say(asking, "Again", id="m2")
    assert stream.text == "Still not.", "never is never, without another question"
    assert "did not allow" in told(gateway)[-1][1]
    assert facts(dsns) == []
    assert "not allowed" in (await asking.get("/c/s1")).text


async def test_calls_of_a_step_run_one_by_one_in_their_order(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    skill = asked("skill", "c1", name="no-such")
    broken = {"index": 4, "id": "c4", "type": "function", "function": {"name": "skill", "arguments": "{x"}}
    gateway.answers(
        calls(
            skill, remember("One.", "c2"), asked("skill", "c3", name="none"), broken, remember("Two.", "c5")
        ),
        says("Done."),
    )
    first = await begin(asking)
    partial = (await asking.get("/c/s1")).text
    assert first["input"] == {"content": "One."}
    assert "May <code>remember</code> run?" in partial
    await decide(asking, first["approvalId"], "approve")
    second = await question(asking)
    assert second["input"] == {"content": "Two."}
    assert facts(dsns) == ["One."]
    await decide(asking, second["approvalId"], "deny")
    await idle(asking)
    results = told(gateway)
    assert [id for id, _ in results] == ["c1", "c2", "c3", "c4", "c5"]
    assert "did not run" in results[3][1]
    assert "did not allow" in results[4][1]


async def test_a_call_that_is_not_valid_is_not_asked_about(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway
) -> None:
    gateway.answers(calls(asked("remember", "c1", nothing=1)), says("Sorry."))
    assert (await say(asking, "Note it")).text == "Sorry."
    assert "not valid" in told(gateway)[0][1]


async def test_it_is_decided_once(asking: httpx2.AsyncClient, gateway: ScriptedGateway) -> None:
    gateway.answers(calls(remember("One.")), says("Ok"))
    found = await begin(asking)
    replies = await asyncio.gather(
        *(decide(asking, found["approvalId"], way) for way in ("approve", "deny", "approve"))
    )
    assert sorted(reply.status_code for reply in replies) == [200, 409, 409]
    late = await decide(asking, found["approvalId"], "deny")
    assert (late.status_code, late.json()["code"]) == (409, "already_decided")
    nowhere = await decide(asking, "nothing", "deny")
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "approval_not_found")
    for body in ({}, {"decision": "maybe", "scope": "once"}, {"decision": "deny", "scope": "once", "x": 1}):
        reply = await asking.post(f"/api/chat/s1/approvals/{found['approvalId']}", json=body)
        assert reply.status_code == 400, body
    assert (await asking.get("/api/chat/nowhere/approvals")).status_code == 404
    await idle(asking)
    assert len(gateway.requests) == 2, "and goes on once"


async def test_a_turn_that_waits_can_be_stopped_and_what_waits_behind_it_comes_next(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(calls(remember("One."), before="Well."), says("Next."))
    async with asking.stream("POST", "/api/chat", json=ask("Note it")) as reply:
        await read(reply, until=is_asked)
        queued = await asking.post("/api/chat", json=ask("And then", id="m2"))
        assert queued.status_code == 202
        found = await question(asking)
        assert (await asking.post("/api/chat/s1/stop")).json() == {"stopped": True}
        rest = await read(reply)
    assert rest.types()[-2:] == ["abort", "finish"]
    assert rest.parts[-1]["messageMetadata"]["custom"]["endReason"] == "stopped"
    late = await decide(asking, found["approvalId"], "approve")
    assert (late.status_code, late.json()["code"]) == (409, "not_waiting")

    async def answered() -> bool:
        return len((await asking.get("/api/sessions/s1")).json()["messages"]) == 4

    await until(answered)
    messages = (await idle(asking))["messages"]
    call_part = next(part for part in messages[1]["parts"] if part["type"] == "tool-remember")
    assert (call_part["state"], call_part["errorText"]) == ("output-error", "interrupted")
    assert messages[3]["parts"][-1]["text"] == "Next."
    assert facts(dsns) == []
    assert "not run" in (await asking.get("/c/s1")).text


async def test_a_turn_waits_through_a_restart_and_goes_on_where_it_stood(
    dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path
) -> None:
    gateway.answers(calls(remember("One."), before="Well."), says("Noted."))
    chosen = settings(tmp_path, NINEROUTER_URL=gateway.url)
    async with serve(chosen, dsns) as first:
        await ask_first(first.client)
        async with first.client.stream("POST", "/api/chat", json=ask("Note it")) as reply:
            before = await read(reply, until=is_asked)
    async with serve(chosen, dsns) as second:
        found = await question(second.client)
        seen = {"last-event-id": str(before.ids[-1])}
        async with second.client.stream("GET", "/api/chat/s1/stream", headers=seen) as reply:
            assert (await decide(second.client, found["approvalId"], "approve")).status_code == 200
            rest = await read(reply)
        assert before.ids + rest.ids == list(range(1, len(before.ids + rest.ids) + 1))
        assert rest.text == "Noted."
        assert len((await idle(second.client))["messages"]) == 2
    assert facts(dsns) == ["One."]


async def test_another_process_decides_and_goes_on_and_a_reader_of_the_first_gets_it_all(
    dsns: Dsns, gateway: ScriptedGateway
) -> None:
    gateway.answers(
        calls(remember("One."), before="Well."), Reply.sse(text("No"), hold(), text("ted."), stop())
    )
    async with popagent(dsns, gateway.url) as first, popagent(dsns, gateway.url) as second:
        await ask_first(first.client)
        async with first.client.stream("POST", "/api/chat", json=ask("Note it")) as reply:
            before = await read(reply, until=is_asked)
            assert (await decide(second.client, before.parts[-1]["id"], "approve")).status_code == 200
            middle = await read(reply, until=lambda stream: stream.text == "No")
            gateway.release()
            rest = await read(reply)
        assert before.text + middle.text + rest.text == "Well.Noted."
        ids = before.ids + middle.ids + rest.ids
        assert ids == list(range(1, len(ids) + 1))
    assert facts(dsns) == ["One."]


async def test_what_was_decided_at_a_process_that_died_is_resumed_by_another(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(calls(remember("One.")), says("Noted."))
    found = await begin(asking)
    with psycopg.connect(dsns.application) as db:
        db.execute("select execution.decide('s1', %s, 'approved', 'once')", [found["approvalId"]])
    session = await idle(asking)
    assert session["messages"][-1]["parts"][-1]["text"] == "Noted."


async def test_a_session_whose_turn_waits_can_be_deleted(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(calls(remember("One.")), says("Noted."))
    await begin(asking)
    assert (await asking.delete("/api/sessions/s1")).status_code == 204
    with psycopg.connect(dsns.application) as db:
        assert db.execute("select count(*) from popagent_tool_approvals").fetchone() == (0,)


async def test_the_page_asks_and_its_buttons_work_without_script(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(calls(remember("I like <b>teal</b>.")), says("Noted."))
    found = await begin(asking)
    page = await asking.get("/c/s1")
    assert "<title>Waits for you: " in page.text
    assert "I like &lt;b&gt;teal&lt;/b&gt;." in page.text
    assert 'aria-label="waits for you"' in page.text
    for words in ("Allow once", "Allow in this chat", "Not now", "Never in this chat"):
        assert words in page.text
    address = f"/c/s1/approvals/{found['approvalId']}"
    wrong = await asking.post(address, data={"decision": "approve for ever"})
    assert wrong.status_code == 400
    reply = await asking.post(address, data={"decision": "approve session"})
    assert (reply.status_code, reply.headers["location"]) == (303, "/c/s1")
    await idle(asking)
    assert facts(dsns) == ["I like <b>teal</b>."]
    again = await asking.post(address, data={"decision": "deny once"})
    assert again.status_code == 409
    assert "decided already" in again.text
