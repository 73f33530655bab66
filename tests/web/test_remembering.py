"""The `remember` tool through the chat (M5, M11, M13): what a model stores, corrects, and may not bring back."""

import json
from typing import Any

import psycopg
import pytest

from app.embedded import Dsns
from app.web import application
from tests.gateway.scripted import Reply, ScriptedGateway, call, stop, text
from tests.support import Served
from tests.web.talking import idle, say

TEAL = {"content": "The user's favourite colour is teal.", "key": "colour.favourite"}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """How busy this machine is must not decide whether memories are found in time."""
    monkeypatch.setattr(application, "RECALL_TIMEOUT", 20_000)


class Chat:
    """A chat whose model calls `remember` when a test says so."""

    def __init__(self, served: Served, gateway: ScriptedGateway) -> None:
        self.client = served.client
        self._gateway = gateway
        self._count = 0

    async def remembers(self, question: str, session: str = "s1", **arguments: Any) -> str:
        """Ask; the model wants to store a fact. Return what the tool told it."""
        asked = {
            "index": 0,
            "id": "c1",
            "function": {"name": "remember", "arguments": json.dumps(arguments)},
        }
        self._gateway.answers(Reply.sse(call(asked), stop("tool_calls")), Reply.sse(text("Fine."), stop()))
        self._count += 1
        stream = await say(self.client, question, session, f"m{self._count}")
        await idle(self.client, session)
        result = next(part for part in stream.parts if part["type"].startswith("tool-output"))
        told: str = result.get("output") or result["errorText"]
        return told

    async def facts(self) -> list[str]:
        reply = await self.client.get("/api/memories", params={"kind": "fact"})
        return [row["content"] for row in reply.json()["memories"]]

    async def delete_facts(self) -> None:
        for row in (await self.client.get("/api/memories", params={"kind": "fact"})).json()["memories"]:
            gone = await self.client.post(f"/memories/{row['id']}/delete")
            assert gone.status_code == 200


@pytest.fixture
def talk(chat: Served, gateway: ScriptedGateway) -> Chat:
    return Chat(chat, gateway)


async def test_a_deleted_fact_is_not_stored_again_from_old_talk_until_its_owner_says_it_again(
    talk: Chat,
) -> None:
    assert await talk.remembers("Remember that my favourite colour is teal", **TEAL) == "Remembered."
    await talk.delete_facts()
    told = await talk.remembers("And what is my favourite colour?", **TEAL)
    assert told.startswith("Not stored: the user deleted this fact")
    assert (await talk.remembers("Thanks, good night", **TEAL)).startswith("Not stored")
    assert await talk.facts() == []
    assert await talk.remembers("Remember again: my favourite colour is teal", **TEAL) == "Remembered."
    assert await talk.facts() == [TEAL["content"]]


async def test_a_deleted_fact_does_not_come_back_through_an_old_conversation_that_is_recalled(
    talk: Chat,
) -> None:
    await talk.remembers("Remember that my favourite colour is teal", **TEAL)
    await talk.delete_facts()
    told = await talk.remembers("What is my favourite colour?", session="another", **TEAL)
    assert told.startswith("Not stored")
    assert await talk.facts() == []
    assert await talk.remembers("Teal is my colour, after all", session="third", **TEAL) == "Remembered."


async def test_the_owner_may_add_a_deleted_fact_again_by_hand(talk: Chat) -> None:
    await talk.remembers("Remember that my favourite colour is teal", **TEAL)
    await talk.delete_facts()
    assert (await talk.client.post("/api/memories", json=TEAL)).status_code == 201
    assert await talk.remembers("What is my favourite colour?", **TEAL) == "This was already remembered."


async def test_a_fact_may_supersede_one_that_was_recalled(talk: Chat, gateway: ScriptedGateway) -> None:
    await talk.remembers("Remember: the SSH port is 22", content="The SSH port is 22.")
    told = await talk.remembers(
        "The SSH port is not 22 any more, it is 49222",
        session="later",
        content="The SSH port is 49222.",
        supersedes="The SSH port is 22.",
    )
    assert told == "Remembered."
    assert "The SSH port is 22." in gateway.requests[2].json["messages"][-1]["content"]
    assert await talk.facts() == ["The SSH port is 49222."]
    (row,) = (await talk.client.get("/api/memories", params={"kind": "fact"})).json()["memories"]
    shown = (await talk.client.get(f"/api/memories/{row['id']}")).json()
    assert [earlier["content"] for earlier in shown["earlier"]] == ["The SSH port is 22."]


async def test_a_fact_that_cannot_be_told_apart_is_not_superseded_and_the_model_is_told(talk: Chat) -> None:
    for day in ("Mondays", "Sundays"):
        content = f"The bakery opens at seven on {day}."
        await talk.client.post("/api/memories", json={"content": content})
    new = {"content": "The bakery opens at eight on weekdays."}
    told = await talk.remembers("It opens at eight", **new, supersedes="The bakery opens at seven")
    assert told.startswith("Remembered. Several remembered facts read like")
    assert len(await talk.facts()) == 3
    told = await talk.remembers("So?", **new, supersedes="The bakery opens at seven on Mondays.")
    assert told == "This was already remembered."
    assert len(await talk.facts()) == 2
    told = await talk.remembers("Hm", content="The library is closed.", supersedes="The library is open.")
    assert told.startswith("Remembered. No remembered fact reads like")


async def test_a_new_value_under_a_key_is_told_as_one(talk: Chat) -> None:
    await talk.remembers("I use the dark theme", content="Uses the dark theme.", key="ui.theme")
    told = await talk.remembers("Light theme from now on", content="Uses the light theme.", key="ui.theme")
    assert told.startswith("Remembered. It replaces the earlier value")
    assert await talk.facts() == ["Uses the light theme."]


async def test_remember_writes_only_to_the_resource_of_its_execution(talk: Chat, dsns: Dsns) -> None:
    with psycopg.connect(dsns.application) as db:
        db.execute("select memory.remember('someone-else', 'The SSH port is 22.', 'ssh.port')")
    await talk.remembers(
        "Port 49222", content="Port 49222.", key="ssh.port", supersedes="The SSH port is 22."
    )
    with psycopg.connect(dsns.application) as db:
        rows = db.execute("select resource_id, content from memory.facts order by content").fetchall()
    assert rows == [("popagent-user", "Port 49222."), ("someone-else", "The SSH port is 22.")]


async def test_what_is_no_fact_is_refused_with_a_reason(talk: Chat) -> None:
    for arguments, complaint in (
        ({"content": "x" * 2001}, "content: String should have at most 2000"),
        ({"content": "x", "importance": 2}, "importance: Input should be less than or equal to 1"),
        ({"content": "x", "key": "k" * 129}, "key: String should have at most 128"),
        ({"content": "x", "supersedes": 5}, "supersedes: Input should be a valid string"),
    ):
        assert complaint in await talk.remembers("go", **arguments)
    assert await talk.facts() == []
