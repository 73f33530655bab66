"""Recall by meaning through the real door: its settings, its page, and turns that use it (contract M12)."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Exchange, Reply, ScriptedGateway, hold
from tests.jobs.embedding import Look, asked, embeds, lists, until
from tests.support import Cluster, Served, serve, settings
from tests.web.talking import say

API = "/api/settings/memory-embedding"
PAGE = "/settings/memory-meaning"


@pytest.fixture
async def gateway() -> AsyncIterator[ScriptedGateway]:
    async with ScriptedGateway() as scripted:
        scripted.embeddings = embeds
        lists(scripted, "chat", "mini-embed", "text-embedding-big")
        yield scripted


@pytest.fixture
def look(dsns: Dsns) -> Any:
    found = Look(dsns.application)
    yield found
    found.db.close()


async def switch(chat: Served, look: Look) -> None:
    """Turn it on, and wait until all is embedded."""
    stored = (await chat.client.get(API)).json()
    reply = await chat.client.patch(API, json={"revision": stored["revision"], "enabled": True})
    assert reply.status_code == 200, reply.text
    await until(lambda: look.complete("mini-embed"))


def given(gateway: ScriptedGateway) -> str:
    """What the model was given as the newest message."""
    found: str = gateway.requests[-1].json["messages"][-1]["content"]
    return found


# The settings


async def test_it_is_off_until_its_owner_turns_it_on(chat: Served, gateway: ScriptedGateway) -> None:
    await chat.client.post("/api/memories", json={"content": "I drink tea"})
    stored = (await chat.client.get(API)).json()
    assert stored.pop("updatedAt").endswith("Z")
    assert stored == {
        "enabled": False,
        "model": "",
        "revision": 1,
        "extensionInstalled": True,
        "gatewayOffersEmbeddings": True,
        "models": ["mini-embed", "text-embedding-big"],
        "memories": 1,
        "embedded": 0,
        "modelInUse": None,
        "dimension": None,
        "lastError": None,
        "retryAt": None,
        "pausedUntil": None,
        "warning": None,
    }
    await say(chat.client, "What do I drink?")
    assert gateway.embedding_requests == []


async def test_turned_on_it_embeds_and_tells_how_far_it_is(
    chat: Served, gateway: ScriptedGateway, look: Look
) -> None:
    look.remember("I drink tea", "The dog is called Ada")
    await switch(chat, look)
    shown = (await chat.client.get(API)).json()
    assert (shown["memories"], shown["embedded"], shown["modelInUse"], shown["dimension"]) == (
        2,
        2,
        "mini-embed",
        4,
    )
    page = (await chat.client.get(PAGE)).text
    assert "2 of 2 memories embedded; in use: <bdi>mini-embed</bdi>, 4 dimensions" in page


async def test_a_stale_change_is_refused_with_what_is_stored(chat: Served) -> None:
    changed = (await chat.client.patch(API, json={"revision": 1, "model": " mini-embed "})).json()
    assert (changed["model"], changed["enabled"], changed["revision"]) == ("mini-embed", False, 2)
    stale = await chat.client.patch(API, json={"revision": 1, "enabled": True})
    assert stale.status_code == 409
    assert stale.json()["code"] == "revision_conflict"
    assert stale.json()["settings"]["model"] == "mini-embed"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"revision": 1, "enabled": "yes"}, 400),
        ({"revision": 1, "enabled": 1}, 400),
        ({"revision": 1, "model": 7}, 400),
        ({"revision": "1"}, 400),
        ({"revision": 1, "switched": True}, 400),
        ({"revision": 0}, 422),
        ({"revision": 1, "model": "m" * 201}, 422),
    ],
)
async def test_bad_bodies_are_refused(chat: Served, body: dict[str, Any], status: int) -> None:
    reply = await chat.client.patch(API, json=body)
    assert reply.status_code == status, reply.text
    assert (await chat.client.get(API)).json()["revision"] == 1


async def test_a_model_that_is_not_listed_is_warned_about_and_tried(
    chat: Served, gateway: ScriptedGateway, look: Look
) -> None:
    look.remember("I drink tea")
    reply = await chat.client.patch(API, json={"revision": 1, "enabled": True, "model": "hidden"})
    assert "does not list hidden" in reply.json()["warning"]
    await until(lambda: look.complete("hidden"))


async def test_what_fails_is_told_in_words(chat: Served, gateway: ScriptedGateway, look: Look) -> None:
    gateway.embeddings = lambda _: Reply.body({"detail": "Not Found"}, 404)
    look.remember("I drink tea")
    await chat.client.patch(API, json={"revision": 1, "enabled": True})
    await until(look.error)
    shown = (await chat.client.get(API)).json()
    assert "offers no embeddings" in shown["lastError"]
    assert shown["gatewayOffersEmbeddings"] is False
    assert shown["retryAt"].endswith("Z")
    page = (await chat.client.get(PAGE)).text
    assert "offers no embeddings" in page
    assert "The next attempt is at" in page


async def test_the_demo_model_and_a_server_without_the_extension_say_what_is_missing(
    oldest_cluster: Cluster, tmp_path: Path
) -> None:
    with oldest_cluster.databases() as dsns:
        async with serve(settings(tmp_path), dsns) as served:
            shown = (await served.client.get(API)).json()
            page = (await served.client.get(PAGE)).text
    assert shown["extensionInstalled"] is False
    assert shown["gatewayOffersEmbeddings"] is False
    assert "create extension vector" in page
    assert "offers no embeddings" in page


# The page


async def test_the_form_saves_and_a_stale_one_keeps_what_was_typed(chat: Served, look: Look) -> None:
    page = (await chat.client.get(PAGE)).text
    assert 'name="revision" value="1"' in page
    assert not re.search(r"name=\"enabled\"[^>]* checked", page)
    saved = await chat.client.post(PAGE, data={"revision": "1", "enabled": "on", "model": "mini-embed"})
    assert (saved.status_code, saved.headers["location"]) == (303, PAGE)
    assert re.search(r"name=\"enabled\"[^>]* checked", (await chat.client.get(PAGE)).text)
    stale = await chat.client.post(PAGE, data={"revision": "1", "model": "<b>mine"})
    assert stale.status_code == 409
    assert "changed in the meantime" in stale.text
    assert 'value="&lt;b&gt;mine"' in stale.text
    assert look.value("select enabled from settings.memory_embedding()") is True
    for revision in ("", "x", "9" * 30):
        assert (await chat.client.post(PAGE, data={"revision": revision})).status_code == 409
    long = await chat.client.post(PAGE, data={"revision": "2", "model": "m" * 300})
    assert long.status_code == 422


async def test_only_the_progress_comes_to_a_page_that_asks_again(chat: Served) -> None:
    part = (await chat.client.get(PAGE, headers={"hx-request": "true"})).text
    assert part.lstrip().startswith('<div id="progress"')
    assert "<form" not in part


# Turns


async def test_a_turn_is_given_what_means_the_same(
    chat: Served, gateway: ScriptedGateway, look: Look
) -> None:
    look.remember("I drink tea in the morning", "The dog is called Ada", "We live by the sea")
    await say(chat.client, "Name my favourite beverage", session="s0")
    assert "I drink tea" not in given(gateway)
    await switch(chat, look)
    await say(chat.client, "Name my favourite beverage", session="s1")
    assert "I drink tea in the morning" in given(gateway)
    assert "Name my favourite beverage" in asked(gateway)


async def test_what_was_said_is_embedded_after_the_turn(
    chat: Served, gateway: ScriptedGateway, look: Look
) -> None:
    await switch(chat, look)
    await say(chat.client, "We moved to the coast")
    await until(
        lambda: (
            any("We moved to the coast" in text for text in asked(gateway)) and look.complete("mini-embed")
        )
    )


def _stalls(_: Exchange) -> Reply:
    return Reply.sse(hold())


def _refuses(_: Exchange) -> Reply:
    return Reply.body({"error": {"message": "broken"}}, 500)


def _garbles(_: Exchange) -> Reply:
    return Reply.body({"data": [{"embedding": [1.0, 2.0]}]})


@pytest.mark.parametrize("broken", [_stalls, _refuses, _garbles])
async def test_a_slow_or_broken_endpoint_changes_nothing(
    chat: Served, gateway: ScriptedGateway, look: Look, broken: Any
) -> None:
    look.remember("I drink tea in the morning", "The dog is called Ada")
    question = "Which tea do I drink in the morning?"
    await say(chat.client, question, session="s0")
    before = given(gateway)
    assert "I drink tea" in before
    look.db.execute("delete from popagent_memories where kind = 'episode'")
    await switch(chat, look)
    gateway.embeddings = broken
    answer = await say(chat.client, question, session="s1")
    assert given(gateway) == before
    assert answer.done
    assert "data-recall" not in answer.types()
    gateway.release()


async def test_an_endpoint_that_keeps_failing_is_left_alone_until_something_is_saved(
    chat: Served, gateway: ScriptedGateway, look: Look
) -> None:
    look.remember("I drink tea in the morning")
    await switch(chat, look)
    gateway.embeddings = _refuses

    async def asks(session: str) -> bool:
        """Whether the gateway was asked for the question's vector."""
        question = f"Which beverage do I drink in {session}?"
        await say(chat.client, question, session=session)
        return question in asked(gateway)

    assert [await asks(f"s{n}") for n in range(5)] == [True, True, True, False, False]
    stored = (await chat.client.get(API)).json()
    assert stored["pausedUntil"].endswith("Z")
    assert "Recall goes by words until" in (await chat.client.get(PAGE)).text
    gateway.embeddings = embeds
    await chat.client.patch(API, json={"revision": stored["revision"], "enabled": True})
    assert (await chat.client.get(API)).json()["pausedUntil"] is None
    assert await asks("s6")
    assert "I drink tea in the morning" in given(gateway)


async def test_vectors_that_cannot_be_compared_leave_recall_by_words(
    chat: Served, gateway: ScriptedGateway, look: Look
) -> None:
    look.remember("I drink tea in the morning")
    await switch(chat, look)
    # A function that fails stands for whatever goes wrong among the vectors.
    look.db.execute(
        "create or replace function memory.nearest(p_resource_id text, p_vector double precision[])"
        " returns table (seq bigint, closeness double precision) language plpgsql stable as"
        " $$ begin if p_vector is not null then raise 'broken'; end if; end $$"
    )
    answer = await say(chat.client, "Which tea do I drink?")
    assert "I drink tea in the morning" in given(gateway)
    assert "data-recall" not in answer.types()
