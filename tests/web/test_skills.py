"""Skills of agents: their API, and how an agent meets them (contract K1, K2)."""

import io
import json
import zipfile
from typing import Any

import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, call, stop, text
from tests.support import Served
from tests.web.talking import say

SEEDED = ["plan-and-delegate", "answer-with-evidence"]
NEW = {"name": "look-twice", "description": "Use it when it matters.", "body": "Look, then look again."}


async def make(chat: Served, agent: str = "popagent", status: int = 201, **more: Any) -> dict[str, Any]:
    reply = await chat.client.post(f"/api/agents/{agent}/skills", json=NEW | more)
    assert reply.status_code == status, reply.text
    found: dict[str, Any] = reply.json()
    return found


async def names(chat: Served, agent: str = "popagent") -> list[str]:
    reply = await chat.client.get(f"/api/agents/{agent}/skills")
    assert reply.status_code == 200, reply.text
    return [skill["name"] for skill in reply.json()["skills"]]


def asked(name: str, arguments: dict[str, Any]) -> bytes:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return call({"index": 0, "id": f"c-{name}", "type": "function", "function": function})


async def used(chat: Served, gateway: ScriptedGateway, tool: str, /, **arguments: Any) -> str:
    """Let the model call a tool; return what it was told."""
    gateway.answers(Reply.sse(asked(tool, arguments), stop("tool_calls")), Reply.sse(text("Done."), stop()))
    await say(chat.client, "Go", session="s", id=f"m-{tool}-{len(gateway.requests)}")
    told: str = gateway.requests[-1].json["messages"][-1]["content"]
    return told


async def test_each_agent_has_two_skills_that_say_where_they_come_from(chat: Served) -> None:
    for agent in ("popagent", "researcher", "implementer", "reviewer"):
        reply = (await chat.client.get(f"/api/agents/{agent}/skills")).json()
        assert len(reply["skills"]) == 2
        assert all(skill["sourceUrl"].startswith("https://") for skill in reply["skills"])


async def test_a_skill_is_made_changed_and_deleted(chat: Served) -> None:
    made = await make(chat, references={"references/a.md": "More."})
    assert (made["revision"], made["enabled"], made["agentId"]) == (1, True, "popagent")
    assert made["references"] == {"references/a.md": "More."}
    assert await names(chat) == [*SEEDED, "look-twice"]
    address = f"/api/agents/popagent/skills/{made['id']}"
    changed = (await chat.client.patch(address, json={"revision": 1, "enabled": False, "position": 1})).json()
    assert (changed["revision"], changed["enabled"], changed["body"]) == (2, False, NEW["body"])
    stale = await chat.client.patch(address, json={"revision": 1, "body": "Stale."})
    assert stale.status_code == 409
    assert stale.json()["code"] == "revision_conflict"
    assert stale.json()["skill"] == changed
    assert (await chat.client.delete(address, params={"revision": 1})).status_code == 409
    assert (await chat.client.delete(address)).status_code == 204
    assert await names(chat) == SEEDED
    assert (await chat.client.delete(address)).json()["code"] == "skill_not_found"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "Look Twice"}, 422, "out_of_range"),
        ({"description": " "}, 422, "out_of_range"),
        ({"body": ""}, 422, "out_of_range"),
        ({"references": {"../x": "y"}}, 422, "out_of_range"),
        ({"references": {"a": 1}}, 400, "invalid_body"),
        ({"more": 1}, 400, "invalid_body"),
        ({"name": "plan-and-delegate"}, 409, "skill_exists"),
        ({"sourceUrl": "javascript:alert(1)"}, 400, "invalid_body"),
    ],
)
async def test_what_is_no_skill_is_refused(
    chat: Served, body: dict[str, Any], status: int, code: str
) -> None:
    refused = await make(chat, status=status, **body)
    assert refused["code"] == code
    assert await names(chat) == SEEDED


async def test_an_unknown_agent_has_no_skills(chat: Served) -> None:
    assert (await chat.client.get("/api/agents/nobody/skills")).json()["code"] == "agent_not_found"
    assert (await make(chat, agent="nobody", status=404))["code"] == "agent_not_found"


async def test_a_folder_in_a_zip_is_imported_and_what_was_changed_is_told(chat: Served) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("s/SKILL.md", "---\nname: Look Twice\ndescription: Use it.\n---\nLook.")
        archive.writestr("s/references/a.md", "A")
        archive.writestr("s/picture.png", b"\0")
    address = "/api/agents/reviewer/skills/import"
    seen = await chat.client.post(address, params={"preview": "true"}, content=held.getvalue())
    assert (seen.status_code, seen.json()["name"], len(seen.json()["notes"])) == (200, "look-twice", 2)
    assert len(await names(chat, "reviewer")) == 2, "a preview stores nothing"
    made = await chat.client.post(address, content=held.getvalue())
    assert made.status_code == 201
    assert made.json()["references"] == {"references/a.md": "A"}
    assert made.json()["notes"] == seen.json()["notes"]
    assert "look-twice" in await names(chat, "reviewer")
    refused = await chat.client.post(address, content=b"PK\x03\x04")
    assert (refused.status_code, refused.json()["code"]) == (422, "unreadable_skill")


async def test_an_agent_is_told_its_skills_and_reads_one_when_it_needs_it(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    made = await make(chat, references={"a.md": "one\ntwo\nthree"})
    told = await used(chat, gateway, "skill", name="look-twice")
    system = gateway.requests[0].json["messages"][0]["content"]
    assert "<name>look-twice</name>" in system
    assert NEW["body"] not in system
    assert NEW["body"] in told
    assert "a.md (3 lines)" in told
    read = await used(
        chat, gateway, "skill_read", skillName="look-twice", path="a.md", startLine=2, endLine=2
    )
    assert read.endswith("\ntwo")
    found = await used(chat, gateway, "skill_search", query="three")
    assert "[look-twice/a.md] (lines 1-3)" in found
    with psycopg.connect(dsns.application) as db:
        noted = db.execute("select skill_id, revision from popagent_skill_activations").fetchall()
    assert noted == [(made["id"], 1)]


async def test_a_skill_that_is_not_there_is_told_with_those_that_are(
    chat: Served, gateway: ScriptedGateway
) -> None:
    told = await used(chat, gateway, "skill", name="review-a-change")
    assert (
        told
        == 'There is no skill called "review-a-change". The skills are: plan-and-delegate, answer-with-evidence.'
    )


async def test_without_an_enabled_skill_there_is_neither_catalogue_nor_tool(
    chat: Served, gateway: ScriptedGateway
) -> None:
    for skill in (await chat.client.get("/api/agents/popagent/skills")).json()["skills"]:
        address = f"/api/agents/popagent/skills/{skill['id']}"
        await chat.client.patch(address, json={"revision": skill["revision"], "enabled": False})
    gateway.answers(Reply.sse(text("Hello."), stop()))
    await say(chat.client, "Hello")
    sent = gateway.requests[0].json
    assert "available_skills" not in sent["messages"][0]["content"]
    assert [tool["function"]["name"] for tool in sent["tools"]] == ["remember"]
