"""The supervisor and its specialists over JSON, and what a model is given of them (contract R2, D4)."""

import asyncio
import json
from typing import Any

import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, call, stop, text
from tests.support import Served
from tests.web.talking import say

FOUR = ["popagent", "researcher", "implementer", "reviewer"]

#: The tools that the supervisor is given at first.
SEEDED = [
    "remember",
    "storeSecret",
    "recallSecret",
    "updateSecret",
    "createTask",
    "listTasks",
    "cancelTask",
    "proposeSchedule",
    "listSchedules",
]


async def load(chat: Served, id: str) -> dict[str, Any]:
    found: dict[str, Any] = (await chat.client.get(f"/api/agents/{id}")).json()
    return found


async def change(chat: Served, id: str, status: int = 200, **body: Any) -> dict[str, Any]:
    if "revision" not in body:
        body["revision"] = (await load(chat, id))["revision"]
    reply = await chat.client.patch(f"/api/agents/{id}", json=body)
    assert reply.status_code == status, reply.text
    found: dict[str, Any] = reply.json()
    return found


def given(gateway: ScriptedGateway) -> tuple[str, list[str]]:
    """The system message and the tools that rows name of the last request to the model."""
    asked = gateway.requests[-1].json
    tools = [each["function"]["name"] for each in asked.get("tools", [])]
    return asked["messages"][0]["content"], [one for one in tools if not one.startswith(("skill", "agent-"))]


async def test_the_four_agents_are_listed_the_supervisor_first(chat: Served) -> None:
    listing = (await chat.client.get("/api/agents")).json()
    assert listing["nextCursor"] is None
    assert [one["id"] for one in listing["agents"]] == FOUR
    reviewer = listing["agents"][3]
    assert reviewer["createdAt"].endswith("Z")
    assert reviewer.pop("createdAt") == reviewer.pop("updatedAt")
    assert reviewer.pop("instructions").startswith("You are the reviewer of popagent.")
    assert reviewer.pop("description")
    assert reviewer == {
        "id": "reviewer",
        "name": "Reviewer",
        "sourceUrl": "https://github.com/msitarzewski/agency-agents/blob/main/engineering/engineering-code-reviewer.md",
        "workspaceAccess": "read-only",
        "browserAccess": "read-only",
        "delegationEligible": True,
        "tools": [],
        "unknownTools": [],
        "revision": 1,
    }


async def test_an_agent_is_changed_field_by_field(chat: Served) -> None:
    before = await load(chat, "researcher")
    changed = await change(chat, "researcher", name="Scout", tools=["remember"], delegationEligible=False)
    assert changed["revision"] == before["revision"] + 1
    assert (changed["name"], changed["tools"], changed["delegationEligible"]) == (
        "Scout",
        ["remember"],
        False,
    )
    assert changed["instructions"] == before["instructions"]
    after = await load(chat, "researcher")
    assert after.pop("systemMessage").startswith(before["instructions"])
    assert after == changed


async def test_a_stale_change_is_shown_what_is_stored(chat: Served) -> None:
    current = await change(chat, "reviewer", name="Critic")
    stale = await change(chat, "reviewer", 409, revision=1, name="Mine")
    assert stale == {"error": "revision conflict", "code": "revision_conflict", "agent": current}


async def test_of_changes_that_come_together_one_is_stored(chat: Served) -> None:
    changes = [
        chat.client.patch("/api/agents/reviewer", json={"revision": 1, "name": f"Critic {n}"})
        for n in range(6)
    ]
    replies = await asyncio.gather(*changes)
    assert sorted(reply.status_code for reply in replies) == [200, 409, 409, 409, 409, 409]
    [stored] = [reply.json() for reply in replies if reply.status_code == 200]
    assert all(reply.json()["agent"] == stored for reply in replies if reply.status_code == 409)


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 400, "revision"),
        ({"revision": "1"}, 400, "revision"),
        ({"revision": 0}, 422, "revision"),
        ({"revision": 1, "id": "other"}, 400, "id"),
        ({"revision": 1, "sourceUrl": "https://example.org"}, 400, "sourceUrl"),
        ({"revision": 1, "position": 1}, 400, "position"),
        ({"revision": 1, "delegation_eligible": True}, 400, "delegation_eligible"),
        ({"revision": 1, "name": 5}, 400, "name"),
        ({"revision": 1, "delegationEligible": "yes"}, 400, "delegationEligible"),
        ({"revision": 1, "tools": "remember"}, 400, "tools"),
        ({"revision": 1, "tools": [5]}, 400, "tools.0"),
        ({"revision": 1, "name": " "}, 422, "name"),
        ({"revision": 1, "name": "n" * 101}, 422, "name"),
        ({"revision": 1, "description": ""}, 422, "description"),
        ({"revision": 1, "instructions": "i" * 60_001}, 422, "instructions"),
        ({"revision": 1, "workspaceAccess": "all"}, 422, "workspaceAccess"),
        ({"revision": 1, "browserAccess": "writable"}, 422, "browserAccess"),
        ({"revision": 1, "tools": ["remember", "remember"]}, 422, "tools"),
        ({"revision": 1, "tools": ["two words"]}, 422, "tools"),
        ({"revision": 1, "tools": ["x"] * 300}, 422, "tools"),
    ],
)
async def test_bad_bodies_are_refused_by_field(
    chat: Served, body: dict[str, Any], status: int, field: str
) -> None:
    reply = await chat.client.patch("/api/agents/reviewer", json=body)
    assert reply.status_code == status, reply.text
    assert field in [each["field"] for each in reply.json()["fields"]]
    assert f"{field}: " in reply.json()["error"]
    assert (await load(chat, "reviewer"))["revision"] == 1


async def test_the_supervisor_is_never_delegated_to(chat: Served) -> None:
    refused = await change(chat, "popagent", 422, delegationEligible=True)
    assert refused["fields"][0]["field"] == "delegationEligible"


@pytest.mark.parametrize(("id", "status"), [("nobody", 404), ("no%20id", 400), ("x" * 65, 400)])
async def test_an_address_without_an_agent_is_told(chat: Served, id: str, status: int) -> None:
    assert (await chat.client.get(f"/api/agents/{id}")).status_code == status
    reply = await chat.client.patch(f"/api/agents/{id}", json={"revision": 1, "name": "x"})
    assert reply.status_code == status


async def test_agents_are_neither_added_nor_removed(chat: Served) -> None:
    assert (await chat.client.post("/api/agents", json={"id": "fifth"})).status_code == 405
    assert (await chat.client.delete("/api/agents/reviewer")).status_code == 405


async def test_an_edit_applies_to_the_next_execution(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(*[Reply.sse(text("ok"), stop())] * 2)
    await say(chat.client, "hello")
    before, tools = given(gateway)
    assert before.startswith("You are popagent, the personal agent")
    assert tools == SEEDED
    await change(chat, "popagent", instructions="Answer in rhymes.", tools=[])
    shown = (await load(chat, "popagent"))["systemMessage"]
    await say(chat.client, "hello again", id="m2")
    assert given(gateway) == (shown, [])
    assert shown.startswith("Answer in rhymes.\n\nLong-term memory.")


async def test_a_model_is_given_exactly_the_tools_of_the_row_that_exist(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    with psycopg.connect(dsns.application, autocommit=True) as db:
        db.execute("update popagent_agents set tools = '{fromLater, remember}' where id = 'popagent'")
    shown = await load(chat, "popagent")
    assert (shown["tools"], shown["unknownTools"]) == (["fromLater", "remember"], ["fromLater"])
    asked = {"index": 0, "id": "c1", "function": {"name": "fromLater", "arguments": "{}"}}
    gateway.answers(Reply.sse(call(asked), stop("tool_calls")), Reply.sse(text("ok"), stop()))
    await say(chat.client, "hello")
    assert given(gateway)[1] == ["remember"]
    assert "There is no tool called fromLater" in json.dumps(gateway.requests[-1].json["messages"])
    kept = await change(chat, "popagent", tools=["fromLater"])
    assert kept["unknownTools"] == ["fromLater"]
    refused = await change(chat, "popagent", 422, tools=["fromLater", "typo"])
    assert (refused["code"], refused["error"]) == ("unknown_tool", "There is no tool called typo.")


async def test_tools_are_listed_with_how_they_may_be_used(chat: Served) -> None:
    listing = (await chat.client.get("/api/tools")).json()
    assert listing["nextCursor"] is None
    remember = next(one for one in listing["tools"] if one["key"] == "remember")
    assert remember.pop("description").startswith("Store a durable fact")
    assert remember == {
        "key": "remember",
        "id": "remember",
        "group": "memory",
        "needs": [],
        "suspends": False,
        "canWait": True,
        "policy": "always",
        "agents": ["popagent"],
    }


async def test_a_tool_that_is_never_to_be_used_is_not_given(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(*[Reply.sse(text("ok"), stop())] * 2)
    decided = await chat.client.patch("/api/tools/remember", json={"policy": "never"})
    assert (decided.status_code, decided.json()["policy"]) == (200, "never")
    await say(chat.client, "hello")
    assert given(gateway)[1] == SEEDED[1:]
    await chat.client.patch("/api/tools/remember", json={"policy": "always"})
    await say(chat.client, "hello", id="m2")
    assert given(gateway)[1] == SEEDED


@pytest.mark.parametrize(
    ("key", "body", "status"),
    [
        ("remember", {"policy": "sometimes"}, 422),
        ("remember", {"policy": 1}, 400),
        ("remember", {}, 400),
        ("remember", {"policy": "ask", "agent": "popagent"}, 400),
        ("nothing", {"policy": "ask"}, 404),
        ("no%20key", {"policy": "ask"}, 400),
    ],
)
async def test_a_decision_that_makes_no_sense_is_refused(
    chat: Served, key: str, body: dict[str, Any], status: int
) -> None:
    reply = await chat.client.patch(f"/api/tools/{key}", json=body)
    assert reply.status_code == status, reply.text
    assert (await chat.client.get("/api/tools")).json()["tools"][0]["policy"] == "always"
