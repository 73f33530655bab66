"""The memory pages as plain HTTP: forms without script, clear answers to bad input, nothing forged, nothing lost."""

import base64
import json
import re
from html import unescape
from typing import Any

import httpx2
import psycopg
import pytest

from app.embedded import Dsns
from app.web import application, undo
from tests.gateway.scripted import Reply, ScriptedGateway, stop, text
from tests.support import Served
from tests.web.talking import idle, say

HTMX = {"HX-Request": "true"}
HOSTILE = """<script>alert(1)</script><img src=x onerror=alert(1)> "'></textarea></div> {{7*7}}
<hx-partial hx-target="body">"""
_NOWHERE = "00000000-0000-0000-0000-000000000000"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """How busy this machine is must not decide whether memories are found in time."""
    monkeypatch.setattr(application, "RECALL_TIMEOUT", 20_000)


@pytest.fixture
def client(chat: Served) -> httpx2.AsyncClient:
    return chat.client


async def add(client: httpx2.AsyncClient, content: str, **more: str) -> str:
    """Add a fact as a browser without script does; return its id."""
    fields = {"content": content, "key": "", "importance": "0.5"} | more
    reply = await client.post("/memories/new", data=fields)
    assert reply.status_code == 303, reply.text
    return reply.headers["location"].split("/")[2]


async def stored(client: httpx2.AsyncClient, id: str) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(f"/api/memories/{id}")).json()
    return found


async def contents(client: httpx2.AsyncClient, **query: str) -> list[str]:
    reply = await client.get("/api/memories", params=query)
    return [row["content"] for row in reply.json()["memories"]]


def token(page: str) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page)
    assert found is not None, page
    return found[1]


# ---- Without script ----


async def test_a_fact_is_added_edited_and_deleted_with_plain_forms(client: httpx2.AsyncClient) -> None:
    id = await add(client, "Prefers tea", key="drink", importance="0.8")
    page = await client.get(f"/memories/{id}")
    assert page.text.startswith("<!doctype html>")
    assert "Prefers tea" in page.text
    form = (await client.get(f"/memories/{id}/edit")).text
    assert 'name="revision" value="1"' in form
    changed = {"content": "Prefers coffee", "key": "drink", "importance": "0,9", "revision": "1"}
    saved = await client.post(f"/memories/{id}/edit?kind=fact", data=changed)
    assert (saved.status_code, saved.headers["location"]) == (303, f"/memories/{id}?kind=fact")
    now = await stored(client, id)
    assert (now["content"], now["importance"], now["revision"]) == ("Prefers coffee", 0.9, 2)
    gone = await client.post(f"/memories/{id}/delete")
    assert "Deleted “Prefers coffee”" in gone.text
    assert await contents(client) == []
    back = await client.post("/memories/undo", data={"token": token(gone.text)})
    assert (back.status_code, back.headers["location"]) == (303, f"/memories/{id}")
    assert await stored(client, id) == now


async def test_the_search_is_a_plain_form_with_an_address_of_its_own(client: httpx2.AsyncClient) -> None:
    await add(client, "The bakery opens at eight", key="bakery.hours")
    await add(client, "The library opens at nine")
    page = (await client.get("/memories?search=BAK&kind=fact&key=&sessionId=")).text
    assert "bakery opens" in page
    assert "library" not in page
    assert re.search(r'value="fact" checked', page)
    assert "Delete this one" in page
    assert "library" in (await client.get("/memories?search=opens")).text
    assert "bakery opens" not in (await client.get("/memories?search=nine")).text
    assert "No memory fits" in (await client.get("/memories?search=zebra")).text


async def test_the_list_goes_on_where_a_page_ended(client: httpx2.AsyncClient) -> None:
    for n in range(53):
        await add(client, f"Fact number {n}.")
    first = (await client.get("/memories?kind=fact")).text
    following = re.search(r'href="(/memories\?[^"]*cursor=\d+)"', first)
    assert following is not None
    assert "Fact number 3." in first
    assert "Fact number 2." not in first
    address = unescape(following[1])
    for headers in ({}, HTMX):
        rest = (await client.get(address, headers=headers)).text
        assert ["Fact number 2." in rest, "Fact number 3." in rest, "cursor=" in rest] == [True, False, False]


async def test_everything_that_a_filter_picks_out_is_deleted_after_a_question(
    client: httpx2.AsyncClient,
) -> None:
    for n in range(3):
        await add(client, f"Receipt {n}")
    await add(client, "Keep me")
    asked = (await client.get("/memories/delete?search=receipt")).text
    assert "Delete 3 memories?" in asked
    assert "3 facts with the words" in asked
    done = await client.post("/memories/delete?search=receipt", data={"expected": "3"})
    assert done.status_code == 303
    assert await contents(client) == ["Keep me"]


async def test_an_old_question_before_a_bulk_delete_is_asked_again(client: httpx2.AsyncClient) -> None:
    await add(client, "Receipt 1")
    await add(client, "Receipt 2")
    reply = await client.post("/memories/delete?search=receipt", data={"expected": "1"}, headers=HTMX)
    assert reply.status_code == 409
    assert reply.headers["hx-retarget"] == "#dialog"
    assert "2 memories fit by now, not 1. Nothing was deleted" in reply.text
    assert 'name="expected" value="2"' in reply.text
    assert len(await contents(client)) == 2


async def test_a_fact_becomes_an_earlier_value_of_the_one_that_contradicts_it(
    client: httpx2.AsyncClient,
) -> None:
    old = await add(client, "The bakery opens at seven")
    new = await add(client, "The bakery opens at eight now")
    choices = (await client.get(f"/memories/{old}/replace")).text
    assert "opens at eight now" in choices
    assert f'name="successor" value="{new}"' in choices
    found = (await client.get(f"/memories/{old}/replace?with=eight", headers=HTMX)).text
    assert f'name="successor" value="{new}"' in found
    assert "No other fact" in (await client.get(f"/memories/{old}/replace?with=seven", headers=HTMX)).text
    await client.post(f"/memories/{old}/replace", data={"successor": new})
    assert await contents(client) == ["The bakery opens at eight now"]
    assert "1 earlier value" in (await client.get(f"/memories/{new}")).text
    moved = await client.get(f"/memories/{old}?kind=fact")
    assert (moved.status_code, moved.headers["location"]) == (303, f"/memories/{new}?kind=fact")


async def test_that_a_fact_gave_way_can_be_undone_at_once_and_later(client: httpx2.AsyncClient) -> None:
    old = await add(client, "The bakery opens at seven")
    new = await add(client, "The bakery opens at eight now")
    told = (await client.post(f"/memories/{old}/replace", data={"successor": new}, headers=HTMX)).text
    assert f'action="/memories/{old}/reinstate"' in told
    back = await client.post(f"/memories/{old}/reinstate", data={"undo": "yes"}, headers=HTMX)
    assert back.headers["hx-push-url"] == f"/memories/{old}"
    assert "A fact of its own again." in back.text
    assert 'hx-target="closest .toast"' in back.text
    assert len(await contents(client)) == 2
    assert (await stored(client, new))["earlier"] == []

    plain = await client.post(f"/memories/{old}/replace", data={"successor": new})
    assert f'action="/memories/{old}/reinstate"' in plain.text
    assert "Make it a fact again" in (await client.get(f"/memories/{new}")).text
    again = await client.post(f"/memories/{old}/reinstate")
    assert (again.status_code, again.headers["location"]) == (303, f"/memories/{old}")
    assert len(await contents(client)) == 2


async def test_an_earlier_value_of_the_same_fact_is_no_fact_of_its_own(client: httpx2.AsyncClient) -> None:
    id = await add(client, "Port 22", key="ssh.port")
    await add(client, "Port 49222", key="ssh.port")
    assert "Make it a fact again" not in (await client.get(f"/memories/{id}")).text
    earlier = (await stored(client, id))["earlier"][0]["id"]
    refused = await client.post(f"/memories/{earlier}/reinstate", headers=HTMX)
    assert (refused.status_code, "Another fact has this key" in refused.text) == (409, True)
    assert await contents(client) == ["Port 49222"]


async def test_an_undone_deletion_leaves_everything_in_its_order(client: httpx2.AsyncClient) -> None:
    for n in range(3):
        await say(client, f"Message {n}", id=f"m{n}")
        await idle(client)
    rows = (await client.get("/api/memories")).json()["memories"]
    gone = await client.post(f"/memories/{rows[1]['id']}/delete", headers=HTMX)
    await client.post("/memories/undo", data={"token": token(gone.text)}, headers=HTMX)
    assert (await client.get("/api/memories")).json()["memories"] == rows


async def test_an_earlier_value_can_be_deleted_alone_and_brought_back(client: httpx2.AsyncClient) -> None:
    id = await add(client, "Port 22", key="ssh.port")
    await add(client, "Port 49222", key="ssh.port")
    earlier = (await stored(client, id))["earlier"][0]["id"]
    gone = await client.post(f"/memories/{earlier}/delete", headers=HTMX)
    assert gone.headers["hx-push-url"] == f"/memories/{id}"
    assert "1 earlier value" not in gone.text
    assert (await stored(client, id))["earlier"] == []
    back = await client.post("/memories/undo", data={"token": token(gone.text)}, headers=HTMX)
    assert back.headers["hx-push-url"] == f"/memories/{id}"
    assert [row["content"] for row in (await stored(client, id))["earlier"]] == ["Port 22"]


# ---- Limits and conflicts ----


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"content": "x" * 2001}, "at most 2,000 characters"),
        ({"content": " \r\n "}, "needs some text"),
        ({"key": "k" * 129}, "at most 128 characters"),
        ({"importance": "1.01"}, "from 0 to 1"),
        ({"importance": "-1"}, "from 0 to 1"),
        ({"importance": "nan"}, "from 0 to 1"),
        ({"importance": "much"}, "from 0 to 1"),
        ({"importance": ""}, "from 0 to 1"),
    ],
)
async def test_what_is_no_fact_is_refused_in_words_and_kept_in_the_form(
    client: httpx2.AsyncClient, fields: dict[str, str], told: str
) -> None:
    id = await add(client, "Stays as it is")
    typed = {"content": "Typed text", "key": "typed.key", "importance": "0.5"} | fields
    for address, more in (("/memories/new", {}), (f"/memories/{id}/edit", {"revision": "1"})):
        for headers in ({}, HTMX):
            reply = await client.post(address, data=typed | more, headers=headers)
            assert reply.status_code == 422
            assert told in reply.text
            assert (typed["content"].strip() or 'name="content"') in reply.text
    assert await contents(client) == ["Stays as it is"]


async def test_limits_of_a_fact_are_exact_in_characters_not_bytes(client: httpx2.AsyncClient) -> None:
    content = "é\r\n" + "😀" * 1998
    id = await add(client, content, key="k" * 128, importance="1")
    assert (await stored(client, id))["content"] == content.replace("\r\n", "\n")


async def test_a_stale_edit_shows_both_versions_and_keeps_what_was_typed(client: httpx2.AsyncClient) -> None:
    id = await add(client, "Lives in Porto", key="home")
    theirs = {"content": "Lives in Lisbon", "key": "home", "importance": "0.5", "revision": "1"}
    await client.post(f"/memories/{id}/edit", data=theirs)
    mine = theirs | {"content": "Lives in Faro", "importance": "0.7"}
    reply = await client.post(f"/memories/{id}/edit", data=mine, headers=HTMX)
    assert (reply.status_code, reply.headers["hx-retarget"]) == (409, "#pane")
    assert "Stored now: <strong><bdi>Lives in Lisbon</bdi>" in reply.text
    assert "Yours: <strong><bdi>Lives in Faro</bdi>" in reply.text
    assert 'name="revision" value="2"' in reply.text
    assert (await stored(client, id))["content"] == "Lives in Lisbon"
    again = await client.post(f"/memories/{id}/edit", data=mine | {"revision": "2"})
    assert again.status_code == 303
    assert (await stored(client, id))["content"] == "Lives in Faro"


async def test_an_edit_of_a_fact_that_was_deleted_keeps_what_was_typed(client: httpx2.AsyncClient) -> None:
    id = await add(client, "Soon gone")
    await client.delete(f"/api/memories/{id}")
    typed = {"content": "My words", "key": "", "importance": "0.5", "revision": "1"}
    reply = await client.post(f"/memories/{id}/edit", data=typed, headers=HTMX)
    assert (reply.status_code, reply.headers["hx-retarget"]) == (409, "#dialog")
    assert "was deleted elsewhere" in reply.text
    assert "My words</textarea>" in reply.text


async def test_a_key_can_be_changed_and_taken_away_but_not_taken_over(client: httpx2.AsyncClient) -> None:
    id = await add(client, "Dark", key="ui.theme")
    await add(client, "English", key="language")
    typed = {"content": "Dark", "importance": "0.5"}
    taken = await client.post(f"/memories/{id}/edit", data=typed | {"revision": "1", "key": "language"})
    assert (taken.status_code, "Another fact has this key" in taken.text) == (409, True)
    await client.post(f"/memories/{id}/edit", data=typed | {"revision": "1", "key": "ui.colours"})
    assert (await stored(client, id))["key"] == "ui.colours"
    await client.post(f"/memories/{id}/edit", data=typed | {"revision": "2", "key": " "})
    assert (await stored(client, id))["key"] is None
    assert (await stored(client, id))["revision"] == 3


async def test_a_fact_that_was_known_is_shown_instead_of_added_again(client: httpx2.AsyncClient) -> None:
    id = await add(client, "The cat is called Miso")
    fields = {"content": "the cat is called miso.", "key": "", "importance": "0.5"}
    reply = await client.post("/memories/new", data=fields, headers=HTMX)
    assert reply.headers["hx-push-url"] == f"/memories/{id}"
    assert "known already" in reply.text
    assert len(await contents(client)) == 1


# ---- Undo ----


async def test_several_deletions_are_undone_independently(client: httpx2.AsyncClient) -> None:
    ids = [await add(client, f"Fact {n}") for n in range(3)]
    tokens = [token((await client.post(f"/memories/{id}/delete", headers=HTMX)).text) for id in ids]
    for n in (1, 0):
        await client.post("/memories/undo", data={"token": tokens[n]}, headers=HTMX)
    assert sorted(await contents(client)) == ["Fact 0", "Fact 1"]
    twice = await client.post("/memories/undo", data={"token": tokens[1]}, headers=HTMX)
    assert "Not brought back" in twice.text
    assert len(await contents(client)) == 2


async def test_what_says_the_same_by_now_is_not_brought_back(client: httpx2.AsyncClient) -> None:
    id = await add(client, "Port 22", key="ssh.port")
    gone = await client.post(f"/memories/{id}/delete", headers=HTMX)
    await add(client, "Port 49222", key="ssh.port")
    reply = await client.post("/memories/undo", data={"token": token(gone.text)}, headers=HTMX)
    assert reply.status_code == 200
    assert "Not brought back" in reply.text
    assert await contents(client) == ["Port 49222"]


async def test_nobody_can_forge_what_is_brought_back(client: httpx2.AsyncClient) -> None:
    id = await add(client, "Real")
    sealed = token((await client.post(f"/memories/{id}/delete", headers=HTMX)).text)
    raw = base64.urlsafe_b64decode(sealed)
    row = {"id": _NOWHERE, "kind": "episode", "content": "User: a\nAssistant: b", "superseded_at": None}
    forgeries = [
        "",
        "x",
        "é",
        "AAAA" * 20,
        json.dumps([row]),
        base64.urlsafe_b64encode(json.dumps([row]).encode()).decode(),
        base64.urlsafe_b64encode(raw[:32] + json.dumps([row]).encode()).decode(),
        base64.urlsafe_b64encode(bytes([raw[0] ^ 1]) + raw[1:]).decode(),
    ]
    for forged in forgeries:
        reply = await client.post("/memories/undo", data={"token": forged})
        assert reply.status_code == 409, forged
        assert "cannot be undone" in reply.text
    assert await contents(client) == []


async def test_a_long_history_fits_into_its_undo(client: httpx2.AsyncClient, dsns: Dsns) -> None:
    id = await add(client, "Value 0", key="k")
    with psycopg.connect(dsns.application) as db:
        db.execute(
            "select memory.remember('popagent-user', 'Value ' || n || repeat('漢字😀', 600), 'k')"
            " from generate_series(1, 200) n"
        )
    gone = await client.post(f"/memories/{id}/delete", headers=HTMX)
    sealed = token(gone.text)
    assert len(sealed) < 900_000
    files = {"token": (None, sealed)}
    assert (await client.post("/memories/undo", files=files, headers=HTMX)).status_code == 200
    assert len((await stored(client, id))["earlier"]) == 200


def test_what_was_sealed_comes_back_as_it_was() -> None:
    rows = [{"id": "x", "content": "é\u2028\\u0000 </textarea>", "importance": 0.5, "superseded_at": None}]
    assert undo.unseal(undo.seal(rows)) == rows


# ---- Episodes, their origin, and what an answer was given ----


async def test_an_episode_says_that_it_cannot_be_edited_and_leads_to_its_answer(
    client: httpx2.AsyncClient, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("By tram."), stop()))
    await say(client, "How do I get to Belém?")
    found = await idle(client)
    (id,) = re.findall(r'id="m-([\w-]+)"', (await client.get("/memories?kind=episode")).text)
    page = (await client.get(f"/memories/{id}")).text
    assert "cannot be edited" in page
    assert f"/memories/{id}/edit" not in page
    turn = found["messages"][-1]["metadata"]["custom"]["turnId"]
    assert f'href="/c/s1#answer-{turn}"' in page
    assert f'id="answer-{turn}"' in (await client.get("/c/s1")).text
    edit = await client.get(f"/memories/{id}/edit")
    assert "cannot be edited" in edit.text
    typed = {"content": "Forged", "key": "", "importance": "0.5", "revision": "1"}
    refused = await client.post(f"/memories/{id}/edit", data=typed)
    assert refused.status_code == 422
    await client.delete("/api/sessions/s1")
    assert "in a chat that was deleted" in (await client.get(f"/memories/{id}")).text


async def test_an_episode_far_up_in_a_long_chat_is_still_found(
    client: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(Reply.sse(text("By tram."), stop()))
    await say(client, "How do I get to Belém?")
    await idle(client)
    with psycopg.connect(dsns.application) as db:
        db.execute(
            "select thread.append('s1', 'n' || n, case n % 2 when 1 then 'user' else 'assistant' end,"
            ' \'[{"type": "text", "text": "more"}]\', \'{}\', gen_random_uuid()) from generate_series(1, 240) n'
        )
    (id,) = re.findall(r'id="m-([\w-]+)"', (await client.get("/memories?kind=episode")).text)
    page = (await client.get(f"/memories/{id}")).text
    link = re.search(r'href="(/c/s1/messages\?before=\d+)#(answer-[\w-]+)"', page)
    assert link is not None
    assert f'id="{link[2]}"' in (await client.get(link[1])).text


async def test_an_answer_tells_which_memories_it_was_given(
    client: httpx2.AsyncClient, gateway: ScriptedGateway
) -> None:
    kept = await add(client, "The bakery opens at seven", key="bakery")
    gone = await add(client, "The bakery sells rye bread")
    gateway.answers(Reply.sse(text("At seven."), stop()))
    await say(client, "When does the bakery open?")
    found = await idle(client)
    turn = found["messages"][-1]["metadata"]["custom"]["turnId"]
    shown = (await client.get("/c/s1")).text
    assert "2 memories given" in shown
    assert f'hx-get="/memories/given/{turn}"' in shown
    await add(client, "The bakery opens at eight", key="bakery")
    await client.delete(f"/api/memories/{gone}")
    for headers in ({}, HTMX):
        told = (await client.get(f"/memories/given/{turn}", headers=headers)).text
        assert f'href="/memories/{kept}"' in told
        assert "opens at seven" in told
        assert "It has changed since" in told
        assert "1 memory that it was given has been deleted since." in told
    assert "given no memories" in (await client.get(f"/memories/given/{_NOWHERE}", headers=HTMX)).text


async def test_an_answer_says_when_memories_could_not_be_searched(
    client: httpx2.AsyncClient, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(Reply.sse(text("Hello."), stop()))
    with psycopg.connect(dsns.application) as db:
        db.execute("alter function memory.recall_block rename to recall_block_away")
    await say(client, "When does the bakery open?")
    await idle(client)
    assert "Memories could not be searched for this answer." in (await client.get("/c/s1")).text


# ---- What would be recalled, and growth ----


async def test_what_would_be_recalled_is_told_with_the_parts_of_its_score(client: httpx2.AsyncClient) -> None:
    await add(client, "The bakery opens at eight", importance="1")
    await add(client, "Prefers tea")
    for headers in ({}, HTMX):
        page = (await client.get("/memories/recall?q=When+does+the+bakery+open%3F", headers=headers)).text
        recalled = page.split('id="recalled"')[1].split('id="growth-title"')[0]
        assert "The bakery opens at eight" in recalled
        assert "Prefers tea" not in recalled
        assert 'class="part-own"' in recalled
        assert "Words of the question that the memory itself holds" in recalled
        assert "Neighbours" not in recalled
        numbers = [float(n) for n in re.findall(r"<td>([\d.]+)</td>", recalled)]
        assert sum(numbers[:-1]) == pytest.approx(numbers[-1], abs=0.02)


@pytest.mark.parametrize(
    "question", ["zebra", "the of and", "???", "🙂", "%00", "a & | b", "(((", "'\":*", "\\", "的"]
)
async def test_a_question_that_finds_nothing_says_so(client: httpx2.AsyncClient, question: str) -> None:
    await add(client, "The bakery opens at eight")
    page = await client.get("/memories/recall", params={"q": question}, headers=HTMX)
    assert page.status_code == 200
    assert "Nothing would be recalled" in page.text


async def test_growth_is_drawn_with_words_at_its_axes_and_listed(
    client: httpx2.AsyncClient, dsns: Dsns
) -> None:
    with psycopg.connect(dsns.application) as db:
        db.execute(
            "select memory.retain('popagent-user', 's', 'Question ' || n, 'Answer', now() - n * interval '1 day')"
            " from generate_series(1, 30) n"
        )
    page = (await client.get("/memories")).text
    assert "<strong>30 episodes</strong> now" in page
    assert re.search(r'aria-label="Episodes a week over 26 weeks: 7 at most, \d this week"', page)
    assert "this week</text>" in page
    assert page.count('<th scope="row">') == 26


async def test_an_empty_memory_says_what_it_is_for_and_offers_the_first_step(
    client: httpx2.AsyncClient,
) -> None:
    page = (await client.get("/memories")).text
    assert "Nothing is remembered yet" in page
    assert page.count('href="/memories/new"') == 2
    assert '<svg class="chart"' not in page


# ---- Hygiene ----


async def test_hostile_text_is_escaped_on_every_page(client: httpx2.AsyncClient, dsns: Dsns) -> None:
    id = await add(client, HOSTILE, key=HOSTILE[:128])
    await add(client, HOSTILE + " again", key=HOSTILE[:128])
    with psycopg.connect(dsns.application) as db:
        db.execute(
            "select memory.remember('popagent-user', %s, p_session_id => %s)", [f"{HOSTILE} 2", HOSTILE]
        )
        db.execute("select memory.retain('popagent-user', %s, %s, %s)", [HOSTILE, HOSTILE, HOSTILE])
    ids = re.findall(r'id="m-([\w-]+)"', (await client.get("/memories")).text)
    assert len(ids) == 3
    addresses = [
        "/memories",
        "/memories/new",
        "/memories/recall?q=script+alert",
        f"/memories/{id}/edit",
        f"/memories/{id}/replace",
        *(f"/memories/{one}" for one in ids),
    ]
    for address in addresses:
        for name in ("search", "key", "sessionId"):
            for headers in ({}, HTMX):
                reply = await client.get(address, params={name: HOSTILE, "with": "script"}, headers=headers)
                _is_clean(reply.text)
        for headers in ({}, HTMX):
            page = (await client.get(address, headers=headers)).text
            _is_clean(page)
    question = await client.get("/memories/recall", params={"q": HOSTILE}, headers=HTMX)
    assert "\n" not in question.headers["hx-replace-url"]
    _is_clean(question.text)
    gone = await client.post(f"/memories/{id}/delete", headers=HTMX)
    _is_clean(gone.text)


def _is_clean(page: str) -> None:
    ours = re.sub(r"<hx-partial hx-target=\"(#[\w-]+|closest \.toast)\" hx-swap=\"\w+\">", "", page)
    assert "<hx-partial" not in ours
    assert "alert(1)</script>" not in page
    assert not re.search(r"<[^>]*\s(style|on[a-z]+)=(?![^<]*&)", page)
    assert not re.search(r"hx-on|javascript:|<style|<script(?! defer src=\"/static/)|<img", page)
    assert "49" not in re.findall(r"<title>(.*?)</title>", page)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/memories?kind=x", 422),
        ("/memories?cursor=x", 422),
        ("/memories?cursor=-1", 422),
        ("/memories?cursor=99999999999999999999", 422),
        ("/memories/no-uuid", 400),
        ("/memories/%00", 400),
        (f"/memories/{_NOWHERE}", 404),
        (f"/memories/{_NOWHERE}/edit", 404),
        (f"/memories/{_NOWHERE}/replace", 404),
        ("/memories/given/x", 400),
        (f"/memories/{_NOWHERE}/delete", 405),
    ],
)
async def test_a_bad_address_gets_a_clear_answer(
    client: httpx2.AsyncClient, address: str, status: int
) -> None:
    for headers in ({}, HTMX):
        reply = await client.get(address, headers=headers)
        assert reply.status_code == status
        assert "<p>" in reply.text


@pytest.mark.parametrize(
    ("address", "fields", "status"),
    [
        ("/memories/{id}/edit", {"content": "x", "importance": "0.5", "revision": "x"}, 422),
        ("/memories/{id}/edit", {"content": "x", "importance": "0.5", "revision": "9" * 19}, 422),
        ("/memories/{id}/edit", {"content": "x", "importance": "0.5"}, 422),
        ("/memories/{id}/replace", {}, 422),
        ("/memories/{id}/replace", {"successor": "x"}, 422),
        ("/memories/{id}/replace", {"successor": "{id}"}, 422),
        ("/memories/{id}/replace", {"successor": _NOWHERE}, 404),
        (f"/memories/{_NOWHERE}/delete", {}, 404),
        (f"/memories/{_NOWHERE}/replace", {"successor": "{id}"}, 404),
        ("/memories/delete", {}, 422),
        ("/memories/delete", {"expected": "-1"}, 422),
        ("/memories/delete", {"expected": "9" * 19}, 422),
        ("/memories/delete", {"expected": "7"}, 409),
        ("/memories/new", {}, 422),
    ],
)
async def test_a_bad_form_changes_nothing(
    client: httpx2.AsyncClient, address: str, fields: dict[str, str], status: int
) -> None:
    id = await add(client, "Stays")
    data = {name: value.format(id=id) for name, value in fields.items()}
    for headers in ({}, HTMX):
        reply = await client.post(address.format(id=id), data=data, headers=headers)
        assert reply.status_code == status
        assert "<p" in reply.text
        assert not headers or "hx-retarget" in reply.headers
    assert await contents(client) == ["Stays"]


async def test_memories_of_another_resource_are_out_of_reach(client: httpx2.AsyncClient, dsns: Dsns) -> None:
    with psycopg.connect(dsns.application) as db:
        row = db.execute("select id from memory.remember('someone-else', 'Their secret')").fetchone()
    assert row is not None
    mine = await add(client, "Mine")
    for address in (
        f"/memories/{row[0]}",
        f"/memories/{row[0]}/edit",
        "/memories",
        "/memories/recall?q=secret",
    ):
        assert "Their secret" not in (await client.get(address)).text
    typed = {"content": "Taken", "key": "", "importance": "0.5", "revision": "1"}
    assert (await client.post(f"/memories/{row[0]}/edit", data=typed)).status_code == 409
    assert (await client.post(f"/memories/{row[0]}/delete")).status_code == 404
    assert (
        await client.post(f"/memories/{mine}/replace", data={"successor": str(row[0])})
    ).status_code == 404
    with psycopg.connect(dsns.application) as db:
        assert db.execute("select content from memory.load('someone-else', %s)", row).fetchone() == (
            "Their secret",
        )


async def test_the_address_follows_the_search_and_keeps_what_is_shown_beside_it(
    client: httpx2.AsyncClient,
) -> None:
    for current, wanted in (
        ("http://x/memories", "/memories?search=tea"),
        (f"http://x/memories/{_NOWHERE}?search=t", f"/memories/{_NOWHERE}?search=tea"),
        ("http://x/memories/recall?q=a+b", "/memories/recall?search=tea&q=a+b"),
        ("http://x/c/s1", "/memories?search=tea"),
        ("http://[", "/memories?search=tea"),
        ("", "/memories?search=tea"),
    ):
        query = "/memories?search=tea&kind=&key=&sessionId="
        reply = await client.get(query, headers=HTMX | {"HX-Current-URL": current})
        assert reply.headers["hx-replace-url"] == wanted
