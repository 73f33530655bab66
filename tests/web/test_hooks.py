"""Hooks around chat, tools, delegation and tasks: what they are told, what they can do, and what the audit says."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, call, hold, stop, text
from tests.support import Served, serve, settings
from tests.web.hooking import Scripts, hook, runs, told
from tests.web.talking import ask, idle, message, read, say, until
from tests.web.test_delegation import asked, brief, says
from tests.web.test_tasks import comes_to, make

BLOCK = 'echo "Not on a Sunday" >&2; exit 2'


@pytest.fixture
def script(tmp_path: Path) -> Scripts:
    return Scripts(tmp_path)


@pytest.fixture
async def chat(dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path) -> AsyncIterator[Served]:
    """A running server with secrets, whose gateway is `gateway`."""
    key = base64.b64encode(os.urandom(32)).decode()
    chosen = settings(tmp_path, NINEROUTER_URL=gateway.url, POPAGENT_SECRET_KEY=key)
    async with serve(chosen, dsns) as running:
        yield running


@dataclass
class Listener:
    """An address that hooks post to: what came, with its headers; `reply` is what it answers."""

    url: str = ""
    reply: bytes = b""
    status: int = 200
    came: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.came]

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        self.came.append((headers, await reader.readexactly(int(headers["content-length"]))))
        length = f"content-length: {len(self.reply)}\r\nlocation: {self.url}\r\n"
        writer.write(f"HTTP/1.1 {self.status} x\r\n{length}connection: close\r\n\r\n".encode() + self.reply)
        writer.close()


@pytest.fixture
async def listener() -> AsyncIterator[Listener]:
    found = Listener()
    server = await asyncio.start_server(found.answer, "127.0.0.1", 0)
    async with server:
        found.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
        yield found


async def listen(chat: Served, listener: Listener, *events: str) -> None:
    """Have a listener told these events."""
    await chat.client.post("/api/secrets", json={"name": "signing", "value": "a long signing key"})
    for event in events:
        body = {
            "event": event,
            "kind": "http",
            "url": listener.url,
            "allowLoopback": True,
            "secretNames": ["signing"],
        }
        reply = await chat.client.post("/api/hooks", json=body)
        assert reply.status_code == 201, reply.text


def remembers(content: str = "Tea", id: str = "c1") -> Reply:
    return Reply.sse(call(asked("remember", id, content=content)), stop("tool_calls"))


def replies(**reply: Any) -> str:
    """A script that says this."""
    return f"cat >/dev/null; cat <<'END'\n{json.dumps(reply)}\nEND"


ALL = (
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "SubagentStart",
    "SubagentStop",
    "Stop",
    "TaskStart",
    "TaskStop",
)


async def test_every_event_of_a_turn_is_told_in_order_with_what_belongs_to_it(
    chat: Served, gateway: ScriptedGateway, listener: Listener
) -> None:
    await listen(chat, listener, *ALL)
    gateway.answers(
        remembers(),
        Reply.sse(call(asked("remember", "c2", content="")), stop("tool_calls")),
        Reply.sse(call(asked("remember", "c4", content=5)), stop("tool_calls")),
        brief("researcher", "c3", "Find it."),
        says("Found it."),
        says("Done."),
    )
    stream = await say(chat.client, "Look into it")
    turn = stream.first("start")["messageMetadata"]["custom"]["turnId"]
    events = listener.events()
    assert [event["hook_event_name"] for event in events] == [
        "UserPromptSubmit",
        "SessionStart",
        "PreToolUse",
        "PostToolUse",
        "PreToolUse",
        "PostToolUseFailure",
        # The next call was not valid: no gate is asked about what cannot run.
        "PreToolUse",
        "SubagentStart",
        "SubagentStop",
        "PostToolUse",
        "Stop",
    ]
    assert {event["session_id"] for event in events} == {"s1"}
    assert {event["turn_id"] for event in events} == {turn}, "the message's turn is known before it begins"
    assert all(event["schema_version"] == 1 and event["timestamp"].endswith("Z") for event in events)
    prompt, _, before, after, _, failure, delegated, start, end, _, ending = events
    assert failure["error"] == gateway.requests[2].json["messages"][-1]["content"]
    assert prompt["prompt"] == "Look into it"
    assert (before["tool_name"], before["tool_call_id"], before["tool_input"]["content"]) == (
        "remember",
        "c1",
        "Tea",
    )
    assert after["tool_output"] == gateway.requests[1].json["messages"][-1]["content"]
    assert delegated["tool_name"] == "agent-researcher"
    assert (start["agent_id"], start["prompt"], end["result"]) == ("researcher", "Find it.", "Found it.")
    assert (ending["answer"], ending["stop_hook_active"], ending["loop_count"]) == ("Done.", False, 0)
    found = await runs(chat.client, "s1")
    assert [run["event"] for run in found] == [event["hook_event_name"] for event in events]
    assert {run["outcome"] for run in found} == {"ok"}
    assert {run["turnId"] for run in found} == {turn}
    assert [run["eventId"] for run in found] == [event["event_id"] for event in events]
    headers, body = listener.came[0]
    signed = hmac.digest(
        b"a long signing key", headers["x-popagent-timestamp"].encode() + b"." + body, hashlib.sha256
    )
    assert headers["x-popagent-signature"] == f"v1={signed.hex()}"

    gateway.answers(says("Again."))
    await say(chat.client, "And now?", id="m2")
    assert [event["hook_event_name"] for event in listener.events()[11:]] == ["UserPromptSubmit", "Stop"]


async def test_a_message_that_a_hook_forbids_is_not_stored_and_is_not_lost(
    chat: Served, gateway: ScriptedGateway, script: Scripts
) -> None:
    made = await hook(chat.client, "UserPromptSubmit", script(f"grep -q swordfish || exit 0; {BLOCK}"))
    reply = await chat.client.post("/api/chat", json=ask("The word is swordfish"))
    assert (reply.status_code, reply.json()["code"]) == (422, "prompt_blocked")
    assert "Not on a Sunday" in reply.json()["error"]
    assert (await chat.client.get("/api/sessions/s1")).status_code == 404
    page = await chat.client.post("/c/s1/send", data={"text": "The word is swordfish"})
    assert "Not on a Sunday" in page.text
    assert gateway.requests == []
    gateway.answers(says("Hello."))
    assert (await say(chat.client, "Hi", id="m2")).text == "Hello."
    sent = json.dumps(gateway.requests[0].json)
    assert "swordfish" not in sent
    assert told(await runs(chat.client, "s1")) == [("UserPromptSubmit", "blocked")] * 2 + [
        ("UserPromptSubmit", "ok")
    ]

    gateway.answers(Reply.sse(text("Wait"), hold()), says("Then."))
    async with chat.client.stream("POST", "/api/chat", json=ask("Long", id="m3")) as running:
        await read(running, lambda stream: bool(stream.text))
        assert (await chat.client.post("/api/chat", json=ask("Later", id="m4"))).status_code == 202
        edit = {"revision": 1, "parts": message("swordfish again")["parts"]}
        changed = await chat.client.patch("/api/chat/s1/queue/m4", json=edit)
        assert changed.json()["code"] == "prompt_blocked", "an edited message is asked about again"
        assert (await chat.client.get("/api/chat/s1/queue")).json()["messages"][0]["parts"] == message(
            "Later"
        )["parts"]
        gateway.release()
    await idle(chat.client, "s1")
    assert made["revision"] == 1


async def test_what_a_hook_adds_to_a_message_is_given_to_the_model_marked_and_kept(
    chat: Served, gateway: ScriptedGateway, script: Scripts
) -> None:
    await hook(chat.client, "UserPromptSubmit", script(replies(additional_context="The moon is full.")))
    await hook(chat.client, "SessionStart", script(replies(additional_context="It is cold.")))
    gateway.answers(says("Yes."), says("Still."))
    await say(chat.client, "Can you see the moon?")
    await say(chat.client, "And now?", id="m2")
    first, second = (request.json["messages"] for request in gateway.requests)
    assert "It is cold." in first[-1]["content"]
    assert "Can you see the moon?" in first[-1]["content"]
    assert "<hook_context>" in first[-1]["content"]
    assert "The moon is full." in second[1]["content"], "it stays beside the message"
    assert "It is cold." not in json.dumps(second), "what is said of a turn's beginning is for that turn"
    stored = (await chat.client.get("/api/sessions/s1")).json()
    assert stored["title"] == "Can you see the moon?"
    found = await chat.client.get("/api/search", params={"q": "full moon"})
    assert "full" not in json.dumps(found.json()["results"]).replace("full moon", "")


async def test_a_tool_that_a_hook_forbids_does_not_run_and_the_model_is_told_why(
    chat: Served, gateway: ScriptedGateway, script: Scripts
) -> None:
    await hook(chat.client, "PreToolUse", script(BLOCK), matcher="web*, remember")
    await hook(chat.client, "PreToolUse", script("exit 0"), matcher="remember")
    await hook(chat.client, "PreToolUse", script("exit 0"), matcher="reme")
    await hook(chat.client, "PostToolUseFailure", script("exit 0"))
    gateway.answers(remembers("Tea"), says("I could not."))
    stream = await say(chat.client, "Remember tea")
    assert "Not on a Sunday" in stream.first("tool-output-error")["errorText"]
    assert "Not on a Sunday" in gateway.requests[1].json["messages"][-1]["content"]
    assert (await chat.client.get("/api/memories?kind=fact")).json()["memories"] == []
    found = await runs(chat.client, "s1")
    assert told(found) == [("PreToolUse", "blocked"), ("PreToolUse", "skipped")], (
        "the third is for another name"
    )
    assert (found[0]["exitCode"], found[0]["toolName"], found[0]["toolCallId"]) == (2, "remember", "c1")


async def test_gates_run_in_their_order_each_on_what_the_one_before_left(
    chat: Served, gateway: ScriptedGateway, script: Scripts, listener: Listener
) -> None:
    await hook(chat.client, "PreToolUse", script(replies(updated_input={"content": "Green tea"})))
    late = await hook(chat.client, "PreToolUse", script("grep -q Green || exit 2"))
    await listen(chat, listener, "PostToolUse")
    gateway.answers(remembers("Tea"), says("Yes."))
    stream = await say(chat.client, "Remember tea")
    facts = (await chat.client.get("/api/memories?kind=fact")).json()["memories"]
    assert [fact["content"] for fact in facts] == ["Green tea"]
    inputs = [part["input"] for part in stream.parts if part["type"] == "tool-input-available"]
    assert inputs == [{"content": "Tea"}, {"content": "Green tea"}], "its owner sees what ran"
    assert listener.events()[0]["tool_input"] == {"content": "Green tea"}
    assert told(await runs(chat.client, "s1"))[:2] == [("PreToolUse", "modified"), ("PreToolUse", "ok")]

    await chat.client.post(f"/api/hooks/{late['id']}/move", json={"up": True})
    gateway.answers(remembers("Coffee", "c2"), says("No."))
    await say(chat.client, "Remember coffee", id="m2")
    assert told(await runs(chat.client, "s1"))[3:] == [("PreToolUse", "blocked"), ("PreToolUse", "skipped")]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (replies(updated_input={"content": 5}), "updated_input is refused"),
        (replies(updated_input={"content": "x", "other": 1}), "updated_input is refused"),
        (replies(decision="maybe"), "decision"),
        (replies(surprise=1), "surprise"),
        ("printf 'caf\\351'", "not UTF-8"),
        ("echo hello", "not JSON"),
        ("echo '[]'", "not a JSON object"),
        ("head -c 70000 /dev/zero", "more than 64 KiB"),
        ("exit 3", "ended with 3"),
        ("kill -9 $$", "ended with 137"),
        (replies(reason="x" * 2001), "reason"),
    ],
)
async def test_a_gate_that_fails_does_as_its_row_says(
    chat: Served, gateway: ScriptedGateway, script: Scripts, body: str, reason: str
) -> None:
    made = await hook(chat.client, "PreToolUse", script(body))
    gateway.answers(remembers("Tea"), says("No."), remembers("Coffee", "c2"), says("Yes."))
    await say(chat.client, "Remember tea")
    assert reason in gateway.requests[1].json["messages"][-1]["content"]
    change = {"revision": made["revision"], "onFailure": "continue"}
    await chat.client.patch(f"/api/hooks/{made['id']}", json=change)
    await say(chat.client, "Remember coffee", id="m2")
    facts = (await chat.client.get("/api/memories?kind=fact")).json()["memories"]
    assert [fact["content"] for fact in facts] == ["Coffee"]
    found = await runs(chat.client, "s1")
    assert {run["outcome"] for run in found} <= {"failed", "too_large"}
    assert [run["hookRevision"] for run in found] == [1, 2]


async def test_a_missing_script_is_a_failure_and_no_denial(
    chat: Served, gateway: ScriptedGateway, script: Scripts
) -> None:
    path = script("exit 0")
    made = await hook(chat.client, "PreToolUse", "/bin/sh", argv=["/bin/sh", path], onFailure="continue")
    Path(path).unlink()
    gateway.answers(remembers("Tea"), says("Yes."))
    await say(chat.client, "Remember tea")
    (run,) = await runs(chat.client, "s1")
    assert (run["outcome"], run["exitCode"]) == ("failed", None)
    tried = (await chat.client.post(f"/api/hooks/{made['id']}/test", json={})).json()
    assert f"there is no file at {path}" in tried["reason"]


async def test_observers_run_side_by_side_and_hold_nothing_up_when_they_fail(
    chat: Served, gateway: ScriptedGateway, script: Scripts
) -> None:
    for _ in range(2):
        await hook(chat.client, "PostToolUse", script("sleep 60"), timeoutMs=400)
    await hook(chat.client, "PostToolUse", script(BLOCK))
    await hook(chat.client, "PostToolUse", script(replies(additional_context="It is Tuesday.")))
    gateway.answers(remembers("Tea"), says("Yes."))
    stream = await say(chat.client, "Remember tea")
    assert stream.text == "Yes."
    result = gateway.requests[1].json["messages"][-1]["content"]
    assert "It is Tuesday." in result
    found = await runs(chat.client, "s1")
    assert sorted(run["outcome"] for run in found) == ["blocked", "ok", "timed_out", "timed_out"]
    first, second = (run for run in found if run["outcome"] == "timed_out")
    assert abs(first["durationMs"] - second["durationMs"]) < 400, "not one after the other"


async def test_a_hook_can_end_an_execution(chat: Served, gateway: ScriptedGateway, script: Scripts) -> None:
    end = {"continue": False, "stop_reason": "Budget used up"}
    await hook(chat.client, "PostToolUse", script(replies(**end)))
    gateway.answers(remembers("Tea"))
    stream = await say(chat.client, "Remember tea")
    assert "Budget used up" in stream.first("error")["errorText"]
    assert len(gateway.requests) == 1
    page = (await chat.client.get("/c/s1")).text
    assert "Budget used up" in page
    assert "1 hook ran" in page


async def test_an_answer_is_the_end_only_when_hooks_agree_and_they_cannot_refuse_for_ever(
    chat: Served, gateway: ScriptedGateway, script: Scripts
) -> None:
    await hook(chat.client, "Stop", script("echo 'Run the tests first' >&2; exit 2"))
    gateway.answers(*(says(f"Answer {n}.") for n in range(8)))
    stream = await say(chat.client, "Do it")
    assert len(gateway.requests) == 6, "five continuations"
    asked_again = gateway.requests[1].json["messages"][-2:]
    assert asked_again[0]["content"] == "Answer 0."
    assert asked_again[1]["role"] == "user"
    assert "Run the tests first" in asked_again[1]["content"]
    assert stream.text.endswith("Answer 5.")
    found = await runs(chat.client, "s1")
    assert [run["outcome"] for run in found] == ["blocked"] * 6
    assert len({run["eventId"] for run in found}) == 6

    stored = (await chat.client.get("/api/settings/agent-runtime")).json()
    await chat.client.patch(
        "/api/settings/agent-runtime", json={"revision": stored["revision"], "supervisorMaxSteps": 2}
    )
    await say(chat.client, "Do it", id="m2")
    assert len(gateway.requests) == 8, "they count against the steps"


async def test_a_specialists_result_can_be_refused(
    chat: Served, gateway: ScriptedGateway, script: Scripts
) -> None:
    await hook(chat.client, "SubagentStop", script(BLOCK), matcher="researcher")
    gateway.answers(brief("researcher"), says("A guess."), says("It was refused."))
    await say(chat.client, "Find it")
    result = gateway.requests[2].json["messages"][-1]["content"]
    assert "Not on a Sunday" in result
    assert "A guess." not in result


async def test_a_task_is_surrounded_by_its_events_and_can_be_kept_from_beginning(
    chat: Served, gateway: ScriptedGateway, script: Scripts, listener: Listener
) -> None:
    await listen(chat, listener, *ALL)
    gateway.answers(says("Nine."))
    made = await make(chat.client, "Count the birds.")
    done = await comes_to(chat.client, made["id"], "completed", "failed")

    async def all_told() -> bool:
        return len(listener.came) == 4

    await until(all_told)
    events = listener.events()
    assert [event["hook_event_name"] for event in events] == [
        "TaskStart",
        "UserPromptSubmit",
        "Stop",
        "TaskStop",
    ]
    assert {event["task_id"] for event in events} == {made["id"]}
    assert {event["turn_id"] for event in events} == {done["executionId"]}
    assert events[3]["state"] == "completed"

    async def audited() -> bool:
        return len((await chat.client.get(f"/api/tasks/{made['id']}/hooks")).json()["runs"]) == 4

    await until(audited)
    assert "Hooks ran" in (await chat.client.get(f"/tasks/{made['id']}")).text

    await hook(chat.client, "TaskStart", script(BLOCK), matcher="manual")
    refused = await make(chat.client, "Count the fish.")
    failed = await comes_to(chat.client, refused["id"], "failed")
    assert "Not on a Sunday" in failed["error"]
    assert len(gateway.requests) == 1


async def test_a_hook_that_is_changed_while_it_runs_ends_as_it_began(
    chat: Served, gateway: ScriptedGateway, script: Scripts, tmp_path: Path
) -> None:
    made = await hook(chat.client, "PreToolUse", script(f"sleep 0.5; {BLOCK}"))
    gateway.answers(remembers("Tea"), says("No."))
    async with chat.client.stream("POST", "/api/chat", json=ask("Remember tea")) as reply:
        await read(reply, lambda stream: "tool-input-available" in stream.types())
        change = {"revision": 1, "argv": [script("exit 0")], "enabled": False}
        assert (await chat.client.patch(f"/api/hooks/{made['id']}", json=change)).json()["revision"] == 2
        await read(reply)
    (run,) = await runs(chat.client, "s1")
    assert (run["outcome"], run["hookRevision"]) == ("blocked", 1)


async def test_a_turn_that_is_stopped_ends_the_hook_that_it_waits_for(
    chat: Served, gateway: ScriptedGateway, script: Scripts
) -> None:
    await hook(chat.client, "PreToolUse", script("sleep 8765.4321"))
    gateway.answers(remembers("Tea"))

    async def sleeps(wanted: bool) -> bool:
        found = [path for path in Path("/proc").glob("[0-9]*/cmdline") if _reads(path, b"8765.4321")]
        return bool(found) == wanted

    async with chat.client.stream("POST", "/api/chat", json=ask("Remember tea")) as reply:
        await until(lambda: sleeps(True))
        await chat.client.post("/api/chat/s1/stop")
        stream = await read(reply)
    assert "abort" in stream.types()
    await until(lambda: sleeps(False))


def _reads(path: Path, mark: bytes) -> bool:
    try:
        return mark in path.read_bytes()
    except OSError:
        return False


async def test_secrets_go_to_the_hook_that_names_them_and_nowhere_else(
    chat: Served, gateway: ScriptedGateway, script: Scripts, listener: Listener, dsns: Dsns
) -> None:
    canary, short = "CANARY-of-hooks-42", "s3cret"
    for name, value in (("api.key", canary), ("pin", short)):
        await chat.client.post("/api/secrets", json={"name": name, "value": value})
    for tool in ("recallSecret", "storeSecret"):
        stored = (await chat.client.get("/api/agents/popagent")).json()
        if tool not in stored["tools"]:
            body = {"revision": stored["revision"], "tools": [*stored["tools"], tool]}
            assert (await chat.client.patch("/api/agents/popagent", json=body)).status_code == 200
    leak = 'printf \'{"additional_context": "I know %s"}\' "$POPAGENT_HOOK_SECRET_API_KEY"'
    await hook(chat.client, "PreToolUse", script(leak), secretNames=["api.key"], matcher="remember")
    await listen(chat, listener, "PreToolUse", "PostToolUse")
    gateway.answers(
        Reply.sse(
            call(
                asked("recallSecret", "c1", name="pin"),
                asked("storeSecret", "c2", name="n", value="VALUE-of-n-42"),
            ),
            stop("tool_calls"),
        ),
        Reply.sse(call(asked("remember", "c3", content=f"It is {canary}")), stop("tool_calls")),
        says(f"It is {short}, no, {canary}."),
    )
    stream = await say(chat.client, "Use them")
    assert short in gateway.requests[1].json["messages"][-2]["content"], "the model has what it recalled"
    shown = [part["output"] for part in stream.parts if part["type"] == "tool-output-available"]
    assert "[secret:pin]" in shown
    payloads = b"".join(body for _, body in listener.came)
    assert b"VALUE-of-n" not in payloads
    assert b"[hidden]" in payloads
    assert b"[secret:pin]" in payloads
    assert canary.encode() not in payloads
    result = gateway.requests[2].json["messages"][-1]["content"]
    assert canary not in result, "not even by the hook that has it"
    with psycopg.connect(dsns.application) as database:
        everything = "".join(
            str(row) for row in database.execute("select to_jsonb(r) from popagent_hook_runs r").fetchall()
        )
    for value in (canary, short, "VALUE-of-n-42", "Tea"):
        for form in (value, base64.b64encode(value.encode()).decode().rstrip("="), quote(value)):
            assert form not in everything


async def test_hooks_are_made_listed_changed_and_deleted_with_a_revision(
    chat: Served, script: Scripts
) -> None:
    made = await hook(chat.client, "PreToolUse", script("exit 0"), matcher="remember, web*", timeoutMs=500)
    assert (made["matcher"], made["onFailure"], made["position"], made["enabled"]) == (
        "remember,web*",
        "block",
        1,
        True,
    )
    observer = await hook(chat.client, "PostToolUse", script("exit 0"))
    assert (observer["timeoutMs"], observer["onFailure"]) == (30_000, "continue")
    listed = (await chat.client.get("/api/hooks")).json()["hooks"]
    assert [one["id"] for one in listed] == [made["id"], observer["id"]]
    address = f"/api/hooks/{made['id']}"
    changed = (await chat.client.patch(address, json={"revision": 1, "enabled": False})).json()
    assert (changed["revision"], changed["enabled"], changed["argv"]) == (2, False, made["argv"])
    stale = await chat.client.patch(address, json={"revision": 1, "enabled": True})
    assert (stale.status_code, stale.json()["code"], stale.json()["hook"]["revision"]) == (
        409,
        "revision_conflict",
        2,
    )
    assert (await chat.client.delete(f"{address}?revision=1")).status_code == 409
    assert (await chat.client.delete(f"{address}?revision=2")).status_code == 204
    assert (await chat.client.get(address)).json()["code"] == "hook_not_found"


@pytest.mark.parametrize(
    ("change", "status", "code", "word"),
    [
        ({"event": "Later"}, 400, "invalid_body", "event"),
        ({"colour": "red"}, 400, "invalid_body", "colour"),
        ({"matcher": "(a|b)"}, 422, "out_of_range", "matcher"),
        ({"argv": ["sh", "-c", "true"]}, 422, "invalid_argv", "absolute"),
        ({"argv": ["/nowhere/x"]}, 422, "invalid_argv", "/nowhere/x"),
        ({"argv": ["/bin/sh", "/nowhere/y"]}, 422, "invalid_argv", "/nowhere/y"),
        ({"argv": ["/etc/passwd"]}, 422, "invalid_argv", "/etc/passwd"),
        ({"argv": []}, 422, "out_of_range", "argv"),
        ({"timeoutMs": 99}, 422, "out_of_range", "timeoutMs"),
        ({"timeoutMs": 60_001}, 422, "out_of_range", "timeoutMs"),
        ({"secretNames": ["nobody"]}, 422, "unknown_secret", "nobody"),
        ({"kind": "http", "argv": [], "url": "http://example.org/"}, 422, "invalid_url", "https"),
        ({"kind": "http", "argv": [], "url": "https://10.0.0.1/"}, 422, "invalid_url", "public"),
        ({"kind": "http", "argv": [], "url": "https://example.org/"}, 422, "out_of_range", "secretNames"),
        ({"event": "PostToolUse", "onFailure": "block"}, 422, "out_of_range", "onFailure"),
    ],
)
async def test_a_hook_that_cannot_be_is_refused_by_its_field(
    chat: Served, change: dict[str, Any], status: int, code: str, word: str
) -> None:
    body = {"event": "PreToolUse", "kind": "command", "argv": ["/bin/true"], **change}
    reply = await chat.client.post("/api/hooks", json=body)
    assert (reply.status_code, reply.json()["code"]) == (status, code), reply.text
    assert word in reply.json()["error"]
    assert (await chat.client.get("/api/hooks")).json()["hooks"] == []


async def test_a_test_runs_a_hook_on_a_sample_and_tells_all_of_it(
    chat: Served, script: Scripts, listener: Listener
) -> None:
    made = await hook(
        chat.client, "PreToolUse", script("grep -q 'rm -rf' && exit 2; " + replies(reason="fine"))
    )
    address = f"/api/hooks/{made['id']}/test"
    fine = (await chat.client.post(address, json={})).json()
    assert (fine["outcome"], fine["exitCode"], fine["reply"]["reason"]) == ("ok", 0, "fine")
    denied = (await chat.client.post(address, json={"payload": {"tool_input": {"command": "rm -rf"}}})).json()
    assert denied["outcome"] == "blocked"
    listed = (await chat.client.get(f"/api/hooks/{made['id']}/runs")).json()["runs"]
    assert [run["outcome"] for run in listed] == ["blocked", "ok"]
    await listen(chat, listener, "TaskStop")
    listener.status = 302
    second = (await chat.client.get("/api/hooks")).json()["hooks"][1]
    moved = (await chat.client.post(f"/api/hooks/{second['id']}/test", json={})).json()
    assert (moved["outcome"], moved["httpStatus"]) == ("failed", 302), "nobody is sent elsewhere"
    assert len(listener.came) == 1
    listener.status, listener.reply = 200, b"x" * 70_000
    assert (await chat.client.post(f"/api/hooks/{second['id']}/test", json={})).json()[
        "outcome"
    ] == "too_large"
