"""Forms for single turns as plain HTTP: clear answers to bad input and late changes; nothing lost, nothing twice."""

import asyncio
import re
from typing import Any

import httpx2
import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text
from tests.support import Served

HTMX = {"HX-Request": "true"}


async def _sent(client: httpx2.AsyncClient, chat: str, id: str, words: str, **fields: str) -> httpx2.Response:
    form = {"message_id": id, "text": words, "since": "0", **fields}
    reply = await client.post(f"/c/{chat}/send", data=form, headers=HTMX)
    assert reply.status_code == 200, reply.text
    return reply


async def _quiet(client: httpx2.AsyncClient, chat: str = "c1") -> str:
    """Wait until nothing runs and nothing waits in a chat; return its page."""
    async with asyncio.timeout(20):
        while True:
            page = (await client.get(f"/c/{chat}")).text
            if "data-running" not in page and "queued-" not in page:
                return page
            await asyncio.sleep(0.02)


@pytest.fixture
async def busy(chat: Served, gateway: ScriptedGateway) -> Served:
    """A chat c1 whose first answer is being written, with m2 and m3 waiting."""
    gateway.answers(Reply.sse(text("First."), hold(), stop()), Reply.sse(text("Then."), stop()))
    for n in (1, 2, 3):
        await _sent(chat.client, "c1", f"m{n}", f"question {n}")
    await gateway.request()
    return chat


def _revision(dialog: str) -> str:
    found = re.search(r'name="revision" value="(\d+)"', dialog)
    assert found is not None
    return found[1]


async def test_what_waits_is_shown_in_its_order_with_its_id(busy: Served) -> None:
    page = (await busy.client.get("/c/c1")).text
    assert re.findall(r'id="queued-(\w+)"', page) == ["m2", "m3"]
    again = await _sent(busy.client, "c1", "m2", "question 2")
    assert re.findall(r'id="queued-(\w+)"', again.text) == ["m2", "m3"], "sent twice it waits once"


async def test_a_saved_change_is_what_is_asked(busy: Served, gateway: ScriptedGateway) -> None:
    dialog = (await busy.client.get("/c/c1/queue/m2", headers=HTMX)).text
    form = {"text": "line 1\r\nline 2", "revision": _revision(dialog), "since": "0"}
    saved = await busy.client.post("/c/c1/queue/m2", data=form, headers=HTMX)
    assert saved.status_code == 200
    assert "line 1\nline 2" in saved.text
    plain = await busy.client.post("/c/c1/queue/m3", data={"text": "third", "revision": "1"})
    assert (plain.status_code, plain.headers["location"]) == (303, "/c/c1")
    gateway.release()
    await _quiet(busy.client)
    asked = [str(exchange.json["messages"][-1]["content"]) for exchange in gateway.requests]
    assert asked[1].endswith("line 1\nline 2")
    assert asked[2].endswith("third")


@pytest.mark.parametrize(
    ("fields", "status", "told"),
    [
        ({"text": "  ", "revision": "1"}, 422, "nothing to send"),
        ({"text": "x" * 1_000_001, "revision": "1"}, 413, "1 MB"),
        ({"text": "mine", "revision": "7"}, 409, "changed elsewhere"),
        ({"text": "mine", "revision": ""}, 409, "changed elsewhere"),
        ({"text": "mine", "revision": "x"}, 409, "changed elsewhere"),
        ({}, 422, "nothing to send"),
    ],
)
async def test_a_change_that_cannot_be_saved_says_why_and_keeps_the_text(
    busy: Served, fields: dict[str, str], status: int, told: str
) -> None:
    for headers in (HTMX, {}):
        reply = await busy.client.post("/c/c1/queue/m2", data=fields, headers=headers)
        assert reply.status_code == status
        assert told in reply.text
        assert fields.get("text", "") in reply.text
    assert "question 2" in (await busy.client.get("/c/c1/queue/m2", headers=HTMX)).text


async def test_a_change_that_comes_too_late_says_what_happened(
    busy: Served, gateway: ScriptedGateway
) -> None:
    removed = await busy.client.post("/c/c1/queue/m3/remove", data={"since": "0"}, headers=HTMX)
    assert removed.status_code == 200
    gateway.release()
    await _quiet(busy.client)
    for id, told in (
        ("m2", "its turn has begun"),
        ("m3", "removed elsewhere"),
        ("nonsuch", "removed elsewhere"),
    ):
        reply = await busy.client.post(
            f"/c/c1/queue/{id}", data={"text": "late <b>", "revision": "1"}, headers=HTMX
        )
        assert reply.status_code == 409
        assert told in reply.text
        assert "late &lt;b&gt;</textarea>" in reply.text
        assert reply.headers["hx-retarget"] == "#dialog"
    for address in ("/c/c1/queue/m2", "/c/c1/queue/m2/remove"):
        assert (await busy.client.get(address, headers=HTMX)).status_code == 409
    late = await busy.client.post("/c/c1/queue/m2/remove", headers=HTMX)
    assert late.status_code == 409
    assert late.headers["hx-retarget"] == "#notice"


async def test_a_removed_message_comes_back_once_as_it_was(busy: Served, gateway: ScriptedGateway) -> None:
    removed = await busy.client.post("/c/c1/queue/m2/remove", data={"since": "0"}, headers=HTMX)
    token = re.search(r'name="token" value="([^"]+)"', removed.text)
    assert token is not None
    for _ in range(2):
        back = await busy.client.post(
            "/c/c1/queue/undo", data={"token": token[1], "since": "0"}, headers=HTMX
        )
        assert re.findall(r'id="queued-(\w+)"', back.text) == ["m3", "m2"]
    elsewhere = await busy.client.post("/c/c2/queue/undo", data={"token": token[1]}, headers=HTMX)
    assert elsewhere.status_code == 400
    for forged in ("", "x", token[1][:-4] + "AAAA"):
        reply = await busy.client.post("/c/c1/queue/undo", data={"token": forged}, headers=HTMX)
        assert reply.status_code == 409
    gateway.release()
    page = await _quiet(busy.client)
    assert page.count('class="asked"') == 3


async def test_an_answer_is_written_anew_only_where_it_can_be(chat: Served, gateway: ScriptedGateway) -> None:
    client = chat.client
    assert (await client.post("/c/nowhere/regenerate", headers=HTMX)).status_code == 404
    gateway.answers(Reply.sse(text("First."), stop()), Reply.sse(text("Then."), hold(), stop()))
    await _sent(client, "c1", "m1", "one")
    await _quiet(client)
    stale = re.search(r'regenerate".*?name="message" value="(\w+)"', await _quiet(client), re.S)
    assert stale is not None
    await _sent(client, "c1", "m2", "two")
    running = await client.post("/c/c1/regenerate", headers=HTMX)
    assert running.status_code == 409
    assert "being written" in running.text
    gateway.release()
    await _quiet(client)
    for wrong in (stale[1], "m1", "nonsuch"):
        reply = await client.post("/c/c1/regenerate", data={"message": wrong}, headers=HTMX)
        assert reply.status_code == 409
        assert "Only the last answer" in reply.text
    unknown = await client.post("/c/c1/regenerate", data={"model": "no<such>"}, headers=HTMX)
    assert unknown.status_code == 422
    assert "no&lt;such&gt;" in unknown.text
    plain = await client.post("/c/c1/regenerate")
    assert (plain.status_code, plain.headers["location"]) == (303, "/c/c1")
    await _quiet(client)


async def test_a_version_that_is_not_there_is_refused(chat: Served, gateway: ScriptedGateway) -> None:
    await _sent(chat.client, "c1", "m1", "one")
    await _quiet(chat.client)
    for wrong in ("", "m1", "nonsuch", "\x00"):
        reply = await chat.client.post("/c/c1/versions", data={"message": wrong}, headers=HTMX)
        assert reply.status_code == 404, wrong
    assert (await chat.client.post("/c/nowhere/versions", data={"message": "a"})).status_code == 404


@pytest.mark.parametrize("position", ["", "0", "2", "3", "99", "-1", "x", "9" * 18, "9" * 30])
async def test_only_a_question_can_be_edited(chat: Served, position: str) -> None:
    await _sent(chat.client, "c1", "m1", "one <b>")
    await _quiet(chat.client)
    reply = await chat.client.get(f"/c/c1/edit?position={position}", headers=HTMX)
    assert reply.status_code == 404
    found = await chat.client.get("/c/c1/edit?position=1")
    assert "one &lt;b&gt;</textarea>" in found.text


async def test_news_are_told_from_where_a_page_stands(chat: Served, gateway: ScriptedGateway) -> None:
    client = chat.client
    begun = await _sent(client, "c1", "m1", "one")
    await _quiet(client)

    async def news(**query: str) -> httpx2.Response:
        return await client.get("/c/c1/news", params=query, headers=HTMX)

    found = await news(since="0")
    state = re.search(r'data-state="(\w+)"', found.text)
    assert state is not None
    assert f'data-state="{state[1]}"' not in begun.text
    assert (await news(since="0", state=state[1])).status_code == 204
    assert (await news(since="0", state="other")).status_code == 200
    assert "asked-m1" in found.text
    later = await news(since="3")
    assert "asked-m1" not in later.text
    for lost in ("", "x", "-1"):
        assert (await news(since=lost)).headers["hx-redirect"] == "/c/c1"
    gone = await client.get("/c/nowhere/news?since=0", headers=HTMX)
    assert (gone.status_code, "deleted elsewhere" in gone.text) == (200, True)
    plain = await client.get("/c/c1/news?since=0")
    assert (plain.status_code, plain.headers["location"]) == (303, "/c/c1")


async def test_the_end_of_an_answer_is_announced_to_the_page_that_listened(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("Words for the ear."), stop()))
    begun = await _sent(chat.client, "c1", "m1", "one")
    turn = re.search(r'data-live="([\w-]+)"', begun.text)
    assert turn is not None
    await _quiet(chat.client)
    heard = 'hx-target="#announce" hx-swap="innerMorph">Answer: Words for the ear.'
    for answering, told in ((turn[1], True), ("x", False), ("00000000-0000-0000-0000-000000000000", False)):
        query: dict[str, Any] = {"since": "0", "answering": answering}
        reply = await chat.client.get("/c/c1/news", params=query, headers=HTMX)
        assert (heard in reply.text) == told


async def test_a_page_that_gathered_very_much_is_made_anew(chat: Served, dsns: Dsns) -> None:
    await _sent(chat.client, "c1", "m1", "one")
    await _quiet(chat.client)
    async with await psycopg.AsyncConnection.connect(dsns.application, autocommit=True) as connection:
        await connection.execute(
            "insert into popagent_messages (thread_id, position, id, role, parts, metadata)"
            " select 'c1', n, 'm' || n, 'user', '[{\"type\": \"text\", \"text\": \"more\"}]', '{}'"
            " from generate_series(3, 500) n"
        )
    reply = await chat.client.get("/c/c1/news?since=0", headers=HTMX)
    assert reply.headers["hx-redirect"] == "/c/c1"
    near = await chat.client.get("/c/c1/news?since=400", headers=HTMX)
    assert near.text.count('class="asked"') == 101


async def test_the_meter_of_another_model_is_kept_as_the_choice(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.models = Reply.body({"data": [{"id": "m"}, {"id": "large", "context_window": 9000}]})
    await chat.app.state.gateway.catalogue(fresh=True)
    reply = await chat.client.get("/c/fresh/meter?model=large", headers=HTMX)
    assert reply.status_code == 200
    assert "popagent_model=large" in reply.headers["set-cookie"]
    assert (await chat.client.get("/c/fresh/meter?model=no%00such", headers=HTMX)).status_code == 200


async def test_a_title_of_ones_own_wins_over_what_nobody_chose(
    chat: Served, gateway: ScriptedGateway
) -> None:
    client = chat.client
    await _sent(client, "c1", "m1", "one")
    dialog = (await client.get("/c/c1/rename", headers=HTMX)).text
    await _quiet(client)
    form = {"title": "Mine", "revision": _revision(dialog), "before": "one"}
    saved = await client.post("/c/c1/rename", data=form, headers=HTMX)
    assert saved.status_code == 200, "the end of an answer is no reason to ask which title is meant"
    stale = await client.post("/c/c1/rename", data=form | {"title": "Yours"}, headers=HTMX)
    assert stale.status_code == 409
    assert "Mine" in stale.text
    assert "Yours" in stale.text
