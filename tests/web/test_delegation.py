"""The supervisor and its specialists: one engine, one level down (contract R1, R4, R5, C5)."""

import asyncio
import json
from typing import Any

import psycopg

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, call, hold, stop, text
from tests.support import Served
from tests.web.talking import ask, idle, read, say


def asked(tool: str, id: str = "c1", **arguments: Any) -> dict[str, Any]:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    return {"index": int(id[1:]), "id": id, "type": "function", "function": function}


def brief(agent: str, id: str = "c1", prompt: str = "Find the cause.") -> Reply:
    return Reply.sse(call(asked(f"agent-{agent}", id, prompt=prompt)), stop("tool_calls"))


def says(words: str) -> Reply:
    return Reply.sse(text(words), stop())


def names(request: Any) -> list[str]:
    return [tool["function"]["name"] for tool in request.json.get("tools", [])]


async def runtime(chat: Served, **changes: Any) -> None:
    stored = (await chat.client.get("/api/settings/agent-runtime")).json()
    body = {"revision": stored["revision"], **changes}
    reply = await chat.client.patch("/api/settings/agent-runtime", json=body)
    assert reply.status_code == 200, reply.text


async def test_a_whole_delivery_goes_from_research_to_review_to_the_answer(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(
        brief("researcher", "c1", "Find the cause."),
        says("It is the cache."),
        brief("implementer", "c2", "Fix the cache."),
        says("Fixed it."),
        brief("reviewer", "c3", "Check the fix."),
        says("Ready."),
        says("The cache was stale; it is fixed and reviewed."),
    )
    stream = await say(chat.client, "Make it work")
    assert stream.text == "The cache was stale; it is fixed and reviewed."
    supervisor = [gateway.requests[n] for n in (0, 2, 4, 6)]
    specialists = [gateway.requests[n] for n in (1, 3, 5)]
    assert {"agent-researcher", "agent-implementer", "agent-reviewer"} <= set(names(supervisor[0]))
    for request, prompt in zip(
        specialists, ("Find the cause.", "Fix the cache.", "Check the fix."), strict=True
    ):
        assert not [name for name in names(request) if name.startswith("agent-")], "they never delegate"
        assert request.json["model"] == supervisor[0].json["model"]
        assert str(request.json["messages"][-1]["content"]).endswith(prompt)
        assert "Make it work" in str(request.json["messages"]), "and see what was asked of the supervisor"
    told = [m["content"] for m in supervisor[-1].json["messages"] if m["role"] == "tool"]
    assert told == ["It is the cache.", "Fixed it.", "Ready."], "the text, and nothing else, comes back"
    with psycopg.connect(dsns.application) as db:
        rows = db.execute(
            "select c.agent_id, c.state, c.model = p.model, c.settings = p.settings, c.trace_id = p.trace_id"
            " from popagent_executions c join popagent_executions p on p.id = c.parent_id order by c.started_at"
        ).fetchall()
        assert rows == [(a, "completed", True, True, True) for a in ("researcher", "implementer", "reviewer")]
        episodes = db.execute("select content from popagent_memories where kind = 'episode'").fetchall()
        assert len(episodes) == 1, "the turn is remembered, its parts are not"


async def test_who_watches_sees_who_works_and_the_answer_keeps_it(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(
        brief("researcher"),
        Reply.sse(call(asked("skill", "c2", name="research-a-question")), stop("tool_calls")),
        says("Found."),
        says("Done."),
    )
    stream = await say(chat.client, "Look it up")
    seen = [part for part in stream.parts if part["type"] == "data-agentActivity"]
    assert {part["id"] for part in seen} == {seen[0]["id"]}
    assert [bool(part.get("transient")) for part in seen] == [True] * (len(seen) - 1) + [False]
    assert "skill" in [part["data"]["tool"] for part in seen]
    answer = (await idle(chat.client))["messages"][-1]
    [kept] = [part["data"] for part in answer["parts"] if part["type"] == "data-agentActivity"]
    assert (kept["agentId"], kept["name"], kept["state"]) == ("researcher", "Researcher", "completed")
    assert (kept["step"], kept["endReason"]) == (2, "final")
    assert kept["tools"] == [{"name": "skill", "count": 1}]
    page = (await chat.client.get("/c/s1")).text
    assert "Researcher" in page
    assert "2 steps" in page
    assert "skill ×1" in page


async def test_a_specialist_that_fails_is_told_in_the_configured_words(
    chat: Served, gateway: ScriptedGateway
) -> None:
    await runtime(chat, delegationFailureText="That part did not work.")
    gateway.answers(
        brief("researcher"), Reply.body({"error": {"message": "secret address"}}, 400), says("I go on alone.")
    )
    stream = await say(chat.client, "Look it up")
    assert stream.text == "I go on alone."
    assert gateway.requests[-1].json["messages"][-1]["content"] == "That part did not work."
    assert "secret address" not in json.dumps(gateway.requests[-1].json)


async def test_an_answer_of_two_megabytes_is_cut_to_the_bound_and_says_so(
    chat: Served, gateway: ScriptedGateway
) -> None:
    await runtime(chat, delegationResultCharacters=500, delegationTruncationText="[cut here]")
    gateway.answers(brief("researcher"), says("x" * 2_000_000), says("Enough."))
    assert (await say(chat.client, "Look it up")).text == "Enough."
    assert gateway.requests[-1].json["messages"][-1]["content"] == "x" * 500 + "\n\n[cut here]"


async def test_a_specialist_keeps_to_its_own_limit_of_steps(chat: Served, gateway: ScriptedGateway) -> None:
    await runtime(chat, specialistMaxSteps=2)
    again = Reply.sse(call(asked("skill", "c2", name="research-a-question")), stop("tool_calls"))
    more = call(asked("agent-researcher", "c1", prompt="Look.", maxSteps=50))
    gateway.answers(Reply.sse(more, stop("tool_calls")), again, again, says("I go on alone."))
    await say(chat.client, "Look it up")
    assert len(gateway.requests) == 4
    assert names(gateway.requests[1])
    assert not names(gateway.requests[2]), "its last step is offered no tools"
    kept = (await idle(chat.client))["messages"][-1]["parts"]
    [told] = [part["data"] for part in kept if part["type"] == "data-agentActivity"]
    assert (told["state"], told["endReason"]) == ("failed", "step_limit")


async def test_a_specialist_that_tries_to_delegate_has_no_such_tool(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(brief("researcher"), brief("reviewer", "c2"), says("Alone, then."), says("Done."))
    await say(chat.client, "Look it up")
    assert "no tool called agent-reviewer" in gateway.requests[2].json["messages"][-1]["content"]


async def test_an_agent_that_is_not_eligible_is_not_offered(chat: Served, gateway: ScriptedGateway) -> None:
    reviewer = (await chat.client.get("/api/agents/reviewer")).json()
    body = {"revision": reviewer["revision"], "delegationEligible": False}
    assert (await chat.client.patch("/api/agents/reviewer", json=body)).status_code == 200
    gateway.answers(brief("reviewer"), says("Done."))
    await say(chat.client, "Look it up")
    assert "agent-reviewer" not in names(gateway.requests[0])
    assert "no tool called agent-reviewer" in gateway.requests[1].json["messages"][-1]["content"]


async def test_a_stop_reaches_the_specialist_and_every_row_ends(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(brief("researcher"), Reply.sse(text("Looking"), hold(), text(" on"), stop()))
    async with chat.client.stream("POST", "/api/chat", json=ask("Look it up")) as reply:
        await read(reply, lambda stream: "data-agentActivity" in stream.types())
        upstream = await gateway.request(2)
        assert (await chat.client.post("/api/chat/s1/stop")).json() == {"stopped": True}
        await upstream.client_gone(2)
        stream = await read(reply)
    assert stream.types()[-1] == "finish"
    answer = (await idle(chat.client))["messages"][-1]
    call_part = next(part for part in answer["parts"] if part["type"] == "tool-agent-researcher")
    assert call_part["state"] == "output-error", "the call is repaired in place"
    with psycopg.connect(dsns.application) as db:
        states = db.execute("select kind, state from popagent_executions order by kind").fetchall()
    assert states == [("delegation", "stopped"), ("turn", "stopped")]
    gateway.answers(says("Yes."))
    assert (await say(chat.client, "Still there?", id="m2")).text == "Yes."


async def test_several_specialists_work_at_the_same_time_and_one_that_hangs_can_be_stopped(
    chat: Served, gateway: ScriptedGateway
) -> None:
    calls = [asked(f"agent-{a}", f"c{n}", prompt=a) for n, a in enumerate(("researcher", "reviewer"))]
    gateway.answers(
        Reply.sse(call(*calls), stop("tool_calls")), Reply.sse(hold(), stop()), Reply.sse(hold(), stop())
    )
    saying = asyncio.create_task(say(chat.client, "Both"))
    first, second = await gateway.request(2), await gateway.request(3)
    await chat.client.post("/api/chat/s1/stop")
    await asyncio.gather(first.client_gone(2), second.client_gone(2))
    assert (await saying).done


async def test_delegating_without_end_is_refused_at_the_budget(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    await runtime(chat, supervisorMaxSteps=50)
    with psycopg.connect(dsns.application, autocommit=True) as db:
        [(most,)] = db.execute("select execution.most_delegations()").fetchall()
    each = [asked("agent-researcher", f"c{n}", prompt="Again.") for n in range(most + 1)]
    gateway.answers(Reply.sse(call(*each), stop("tool_calls")), *[says("Found.")] * most, says("Enough."))
    assert (await say(chat.client, "Look it up")).text == "Enough."
    told = [m["content"] for m in gateway.requests[-1].json["messages"] if m["role"] == "tool"]
    assert told.count("Found.") == most
    assert sum("has used all of its" in one for one in told) == 1


async def test_an_end_without_an_answer_is_sent_back_with_the_feedback(
    chat: Served, gateway: ScriptedGateway
) -> None:
    await runtime(chat, finalResponseFeedback="Answer now.", processorRetries=1)
    gateway.answers(Reply.sse(stop()), says("Here it is."))
    assert (await say(chat.client, "Well?")).text == "Here it is."
    assert gateway.requests[1].json["messages"][-1]["content"].endswith("Answer now.")
    messages = (await idle(chat.client))["messages"]
    assert [m["role"] for m in messages] == ["user", "assistant"], "the feedback is no part of the thread"
    gateway.answers(Reply.sse(stop()), Reply.sse(stop()))
    stream = await say(chat.client, "And now?", id="m2")
    assert len(gateway.requests) == 4, "as often as the settings say"
    assert "The model returned nothing" in stream.first("error")["errorText"]


async def test_a_tool_call_after_the_last_step_is_not_run(chat: Served, gateway: ScriptedGateway) -> None:
    await runtime(chat, supervisorMaxSteps=2)
    gateway.answers(brief("researcher"), says("Found."), brief("researcher", "c2"))
    stream = await say(chat.client, "Look it up")
    assert len(gateway.requests) == 3
    assert "took all of its 2 steps" in stream.first("error")["errorText"]
    assert stream.first("finish")["messageMetadata"]["custom"]["endReason"] == "step_limit"
