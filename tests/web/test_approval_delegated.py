"""Specialists whose tools their owner is asked about: the whole turn waits, and both go on where they stood."""

from pathlib import Path

import httpx2
import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text
from tests.support import Served, serve, settings
from tests.web.talking import ask, idle, read, say, until
from tests.web.test_approval import (
    ask_first,
    asked,
    begin,
    calls,
    decide,
    facts,
    is_asked,
    question,
    remember,
    says,
    told,
)


def brief(id: str = "c1", agent: str = "researcher") -> Reply:
    return calls(asked(f"agent-{agent}", id, prompt="Find out."))


async def let_remember(client: httpx2.AsyncClient, agent: str = "researcher") -> None:
    """Give a specialist the tool that is asked about."""
    found = next(a for a in (await client.get("/api/agents")).json()["agents"] if a["id"] == agent)
    body = {"revision": found["revision"], "tools": ["remember"]}
    assert (await client.patch(f"/api/agents/{agent}", json=body)).status_code == 200


@pytest.fixture
async def asking(chat: Served) -> httpx2.AsyncClient:
    """A server whose researcher has to ask before it remembers."""
    await ask_first(chat.client)
    await let_remember(chat.client)
    return chat.client


async def test_a_specialist_asks_in_the_chat_and_goes_on_with_its_supervisor(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(brief(), calls(remember("Teal.", "x1")), says("Noted it."), says("All done."))
    async with asking.stream("POST", "/api/chat", json=ask("Note it")) as reply:
        before = await read(reply, until=is_asked)
        part = before.parts[-1]["data"]
        assert (part["toolName"], part["input"], part["agentName"]) == (
            "remember", {"content": "Teal."}, "Researcher",
        )  # fmt: skip
        assert part["toolCallId"] == "c1", "the call of this chat that waits"
        assert before.parts[-2]["data"]["state"] == "waiting"
        assert facts(dsns) == []
        page = (await asking.get("/c/s1")).text
        assert "May Researcher use <code>remember</code>?" in page
        await decide(asking, part["approvalId"], "approve")
        rest = await read(reply)
    assert (rest.text, facts(dsns)) == ("All done.", ["Teal."])
    assert before.ids + rest.ids == list(range(1, len(before.ids + rest.ids) + 1)), "each part once"
    assert len(gateway.requests) == 4, "nothing was asked of a model twice"
    assert told(gateway, 2) == [("x1", "Remembered.")]
    assert told(gateway, 3) == [("c1", "Noted it.")], "the text, and nothing else, crosses"
    activity = [p["data"] for p in rest.parts if p["type"] == "data-agentActivity"][-1]
    assert activity["tools"] == [{"name": "remember", "count": 1}]
    assert (activity["state"], activity["step"]) == ("completed", 2)
    with psycopg.connect(dsns.application) as db:
        rows = db.execute("select kind, state from popagent_executions order by started_at").fetchall()
    assert rows == [("turn", "completed"), ("delegation", "completed")]


async def test_a_refusal_is_told_to_the_specialist_which_goes_on(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(
        brief(), calls(remember("One.", "x1")), calls(remember("Two.", "x2")), says("Left it."), says("Fine.")
    )
    found = await begin(asking)
    await decide(asking, found["approvalId"], "deny")
    second = await question(asking)
    assert second["input"] == {"content": "Two."}, "it asks again, and the turn waits again"
    await decide(asking, second["approvalId"], "deny", "session")
    session = await idle(asking)
    assert session["messages"][-1]["parts"][-1]["text"] == "Fine."
    assert [("did not allow" in words) for _, words in told(gateway, 3)] == [True, True]
    assert facts(dsns) == []
    gateway.answers(brief("c5"), calls(remember("Three.", "x5")), says("Not again."), says("Fine."))
    assert (await say(asking, "Again", id="m2")).text == "Fine.", "never in this chat holds for specialists"
    assert facts(dsns) == []


async def test_it_waits_through_a_restart_with_its_supervisor(
    dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path
) -> None:
    gateway.answers(brief(), calls(remember("Teal.", "x1")), says("Noted it."), says("All done."))
    chosen = settings(tmp_path, NINEROUTER_URL=gateway.url)
    async with serve(chosen, dsns) as first:
        await ask_first(first.client)
        await let_remember(first.client)
        await begin(first.client)
    async with serve(chosen, dsns) as second:
        found = await question(second.client)
        await decide(second.client, found["approvalId"], "approve")
        session = await idle(second.client)
    assert session["messages"][-1]["parts"][-1]["text"] == "All done."
    assert facts(dsns) == ["Teal."]
    assert len(gateway.requests) == 4


async def test_stopping_ends_the_specialist_too(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(brief(), calls(remember("Teal.", "x1")), says("Noted it."))
    found = await begin(asking)
    assert (await asking.post("/api/chat/s1/stop")).json() == {"stopped": True}
    assert (await decide(asking, found["approvalId"], "approve")).status_code == 409
    await idle(asking)
    with psycopg.connect(dsns.application) as db:
        rows = db.execute("select state from popagent_executions").fetchall()
    assert rows == [("stopped",), ("stopped",)]
    page = (await asking.get("/c/s1")).text
    assert "not run" in page
    assert "Allow once" not in page


async def test_one_specialist_asks_while_another_has_answered(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    both = calls(
        asked("agent-reviewer", "c1", prompt="Check."), asked("agent-researcher", "c2", prompt="Find out.")
    )
    gateway.answers(
        both, says("Checked."), calls(remember("Teal.", "x1")), says("Noted it."), says("All done.")
    )
    found = await begin(asking)
    await decide(asking, found["approvalId"], "approve")
    session = await idle(asking)
    assert session["messages"][-1]["parts"][-1]["text"] == "All done."
    assert told(gateway) == [("c1", "Checked."), ("c2", "Noted it.")]
    assert len(gateway.requests) == 5


async def test_a_stop_that_comes_while_the_resumed_specialist_speaks_is_heard(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(brief(), calls(remember("Teal.", "x1")), Reply.sse(text("No"), hold(), stop()))
    found = await begin(asking)
    await decide(asking, found["approvalId"], "approve")
    await gateway.request(3)
    assert (await asking.post("/api/chat/s1/stop")).json() == {"stopped": True}
    await idle(asking)

    async def ended() -> bool:
        with psycopg.connect(dsns.application) as db:
            rows = db.execute("select state from popagent_executions").fetchall()
        return rows == [("stopped",), ("stopped",)]

    await until(ended)


async def test_a_specialist_that_waits_when_its_supervisor_was_lost_ends_with_it(
    asking: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(brief(), calls(remember("Teal.", "x1")))
    await begin(asking)
    with psycopg.connect(dsns.application) as db:
        # As a kill between the two would leave them.
        db.execute(
            "update popagent_executions set state = 'running', owner = 'gone',"
            " lease_expires_at = now() - interval '1 minute' where kind = 'turn'"
        )
    session = await idle(asking)
    assert session["messages"][-1]["role"] == "assistant"
    with psycopg.connect(dsns.application) as db:
        rows = db.execute("select state from popagent_executions").fetchall()
    assert rows == [("interrupted",), ("interrupted",)]
    assert (await asking.get("/api/chat/s1/approvals")).json() == {"approvals": [], "kept": []}
