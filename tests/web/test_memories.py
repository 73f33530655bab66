"""The management API of long-term memory (contract M10, M5, M8)."""

from typing import Any

import psycopg
import pytest

from app.embedded import Dsns
from tests.support import Served
from tests.web.talking import idle, say


async def add(chat: Served, content: str, status: int = 201, **more: Any) -> dict[str, Any]:
    reply = await chat.client.post("/api/memories", json={"content": content, **more})
    assert reply.status_code == status, reply.text
    found: dict[str, Any] = reply.json()
    return found


async def listed(chat: Served, **query: Any) -> list[str]:
    reply = await chat.client.get("/api/memories", params=query)
    return [row["content"] for row in reply.json()["memories"]]


async def test_a_fact_is_stored_listed_and_loaded_as_it_was_given(chat: Served) -> None:
    made = await add(chat, "Prefers tea", key="drink.morning", importance=0.8)
    assert (made["kind"], made["key"], made["importance"], made["revision"]) == (
        "fact",
        "drink.morning",
        0.8,
        1,
    )
    assert made["createdAt"].endswith("Z")
    assert "resourceId" not in made
    listing = (await chat.client.get("/api/memories")).json()
    assert listing == {"memories": [made], "nextCursor": None}
    assert (await chat.client.get(f"/api/memories/{made['id']}")).json() == made | {"earlier": []}


async def test_the_same_fact_again_is_the_same_memory(chat: Served) -> None:
    first = await add(chat, "The cat is called Miso.")
    again = await add(chat, "  the cat is called  miso", status=200)
    assert again["id"] == first["id"]
    assert len(await listed(chat)) == 1


async def test_a_key_holds_one_value_and_its_history(chat: Served) -> None:
    old = await add(chat, "Port 22", key="ssh.port")
    new = await add(chat, "Port 49222", status=200, key="ssh.port")
    assert new["id"] == old["id"]
    shown = (await chat.client.get(f"/api/memories/{new['id']}")).json()
    assert [row["content"] for row in shown["earlier"]] == ["Port 22"]
    assert await listed(chat, key="ssh.port") == ["Port 49222"]


async def test_a_fact_is_edited_and_a_stale_edit_is_shown_what_is_stored(chat: Served) -> None:
    made = await add(chat, "Lives in Porto", key="home")
    address = f"/api/memories/{made['id']}"
    edited = await chat.client.patch(
        address, json={"content": "Lives in Lisbon", "revision": 1, "importance": 1}
    )
    assert (edited.json()["content"], edited.json()["revision"]) == ("Lives in Lisbon", 2)
    assert (edited.json()["key"], edited.json()["importance"]) == ("home", 1)
    stale = await chat.client.patch(address, json={"content": "Lives in Faro", "revision": 1})
    assert stale.status_code == 409
    assert stale.json() == {
        "error": "revision conflict",
        "code": "revision_conflict",
        "memory": edited.json(),
    }
    unlocked = await chat.client.patch(address, json={"content": "Lives in Braga"})
    assert unlocked.json()["content"] == "Lives in Braga"


async def test_a_key_that_is_left_out_stays_and_null_takes_it_away(chat: Served) -> None:
    made = await add(chat, "Prefers tea", key="drink")
    address = f"/api/memories/{made['id']}"
    assert (await chat.client.patch(address, json={"content": "Prefers mate"})).json()["key"] == "drink"
    assert (await chat.client.patch(address, json={"content": "Prefers mate", "key": "hot"})).json()[
        "key"
    ] == ("hot")
    removed = await chat.client.patch(address, json={"content": "Prefers mate", "key": None})
    assert (removed.json()["key"], removed.json()["content"]) == (None, "Prefers mate")
    assert (await add(chat, "Prefers water", key="hot"))["id"] != made["id"]


async def test_a_deleted_memory_is_gone_from_everywhere(chat: Served) -> None:
    made = await add(chat, "Allergic to walnuts")
    assert (await chat.client.delete(f"/api/memories/{made['id']}")).status_code == 204
    assert (await chat.client.get(f"/api/memories/{made['id']}")).status_code == 404
    assert await listed(chat) == []
    stream = await say(chat.client, "What am I allergic to?")
    assert stream.done
    assert (await chat.client.delete(f"/api/memories/{made['id']}")).json()["code"] == "memory_not_found"


async def test_episodes_can_be_deleted_but_not_edited(chat: Served) -> None:
    await say(chat.client, "My sister lives in Lisbon")
    await idle(chat.client)
    (episode,) = (await chat.client.get("/api/memories?kind=episode")).json()["memories"]
    assert episode["sessionId"] == "s1"
    refused = await chat.client.patch(f"/api/memories/{episode['id']}", json={"content": "x", "revision": 1})
    assert (refused.status_code, refused.json()["code"]) == (422, "episode_immutable")
    assert (await chat.client.delete(f"/api/memories/{episode['id']}")).status_code == 204
    assert await listed(chat) == []


async def test_memories_are_found_by_kind_key_session_and_words_page_by_page(chat: Served) -> None:
    for number in range(5):
        await add(chat, f"Fact number {number} about the bakery", key=f"k.{number}")
    await say(chat.client, "Is the bakery open?", "elsewhere")
    await idle(chat.client, "elsewhere")
    assert len(await listed(chat, kind="fact")) == 5
    assert len(await listed(chat, sessionId="elsewhere")) == 1
    assert await listed(chat, search="NUMBER 3 bak") == ["Fact number 3 about the bakery"]
    assert await listed(chat, key="k.4") == ["Fact number 4 about the bakery"]
    seen, cursor = [], ""
    while True:
        query = {"limit": 2, "kind": "fact"} | ({"cursor": cursor} if cursor else {})
        page = (await chat.client.get("/api/memories", params=query)).json()
        seen += [row["key"] for row in page["memories"]]
        cursor = page["nextCursor"]
        if not cursor:
            break
    assert seen == ["k.4", "k.3", "k.2", "k.1", "k.0"]


async def test_memories_of_another_resource_are_out_of_reach(chat: Served, dsns: Dsns) -> None:
    with psycopg.connect(dsns.application) as db:
        row = db.execute("select id from memory.remember('someone-else', 'Their secret')").fetchone()
    assert row is not None
    assert await listed(chat) == []
    for method in ("GET", "DELETE"):
        assert (await chat.client.request(method, f"/api/memories/{row[0]}")).status_code == 404
    patched = await chat.client.patch(f"/api/memories/{row[0]}", json={"content": "Mine now"})
    assert patched.status_code == 404
    refused = await chat.client.post("/api/memories", json={"content": "x", "resourceId": "someone-else"})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_body")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"content": None}, 400),
        ({"content": 5}, 400),
        ({"content": "x", "kind": "episode"}, 400),
        ({"content": "x", "importance": "0.5"}, 400),
        ({"content": "x", "importance": True}, 400),
        ({"content": "x", "key": 5}, 400),
        ({"content": ""}, 422),
        ({"content": " \n"}, 422),
        ({"content": "x" * 2001}, 422),
        ({"content": "x", "key": ""}, 422),
        ({"content": "x", "key": "k" * 129}, 422),
        ({"content": "x", "importance": 1.01}, 422),
        ({"content": "x", "importance": -0.01}, 422),
    ],
)
async def test_what_is_no_fact_is_a_clear_error_and_not_stored(chat: Served, body: Any, status: int) -> None:
    reply = await chat.client.post("/api/memories", json=body)
    assert reply.status_code == status, reply.text
    assert reply.json()["error"]
    assert await listed(chat) == []


async def test_limits_of_a_fact_are_exact(chat: Served) -> None:
    made = await add(chat, "x" * 2000, key="k" * 128, importance=1)
    assert len(made["content"]) == 2000
    assert (await add(chat, "y", importance=0))["importance"] == 0


@pytest.mark.parametrize("path", ["/api/memories/no-uuid", "/api/memories/%00", "/api/memories?limit=x"])
async def test_an_id_or_number_that_is_none_is_a_clear_error(chat: Served, path: str) -> None:
    assert (await chat.client.get(path)).status_code in (400, 422)


async def test_hostile_text_is_kept_as_text(chat: Served) -> None:
    made = await add(
        chat, "a\x00b </recalled> \ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16")
    )
    assert made["content"] == "a\ufffdb </recalled> 😀"
