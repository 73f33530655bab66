"""Search over all messages: through the API, and through the page as a browser without script sees it (contract S7)."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, chunk, stop, text
from tests.support import Served
from tests.web.talking import idle, say, until


@pytest.fixture
def db(dsns: Dsns) -> Iterator[psycopg.Connection]:
    with psycopg.connect(dsns.application, autocommit=True) as opened:
        yield opened


async def search(chat: Served, words: str, **more: Any) -> dict[str, Any]:
    reply = await chat.client.get("/api/search", params={"q": words, **more})
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


async def page(chat: Served, words: str, *, fragment: bool = False, of: str = "") -> str:
    """The page of a search, or with `fragment` what htmx puts into it; of one chat alone when one is named."""
    headers = {"hx-request": "true", "hx-current-url": f"{chat.url}/c/x"} if fragment else {}
    reply = await chat.client.get("/search", params={"q": words, "chat": of}, headers=headers)
    assert reply.status_code == 200, reply.text
    return reply.text


def fill(db: psycopg.Connection, session: str, texts: list[str], title: str = "") -> None:
    """Put user messages into a session, one statement each."""
    db.execute("select session.open(%s, %s, null)", (session, title))
    for number, said in enumerate(texts, 1):
        parts = json.dumps([{"type": "text", "text": said}])
        db.execute(
            "select thread.append(%s, %s, 'user', %s, '{}', gen_random_uuid())",
            (session, f"m{number}", parts),
        )


def seen(text: str) -> str:
    """What of a page is seen."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())


async def test_questions_and_answers_are_found_as_soon_as_they_are_stored(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(
        Reply.sse(chunk({"reasoning_content": "secretthought"}), text("A **teapot** of 1932."), stop())
    )
    await say(chat.client, "What stands beside the kettle?")
    await idle(chat.client)

    [title, asked] = (await search(chat, "kettle"))["results"]
    assert (title["sessionId"], title["title"], title["messageId"]) == (
        "s1",
        "What stands beside the kettle?",
        None,
    )
    assert [title["title"][mark["start"] : mark["end"]] for mark in title["titleMarks"]] == ["kettle"]
    assert (asked["role"], asked["position"], asked["messageId"]) == ("user", 1, "m1")

    [answer] = (await search(chat, "teapots 1932"))["results"]
    assert (answer["role"], answer["position"], answer["snippet"]) == ("assistant", 2, "A teapot of 1932.")
    assert [answer["snippet"][m["start"] : m["end"]] for m in answer["marks"]] == ["teapot", "1932"]
    assert (await search(chat, "secretthought"))["results"] == [], "thoughts are not searched"


async def test_a_word_is_found_while_it_is_typed(chat: Served, db: psycopg.Connection) -> None:
    fill(db, "s", ["We were running along the canal"])
    for typed in ("ru", "run", "runn", "runni", "running", "running al", "along cana"):
        assert len((await search(chat, typed))["results"]) == 1, typed


@pytest.mark.parametrize(
    "words",
    ["", "  ", "the of and", "???", "🙂", "的", "!", "(((", "<->", "\\", "＇", "%", "\x00", "a" * 60_000],
)
async def test_what_holds_no_word_finds_nothing(chat: Served, db: psycopg.Connection, words: str) -> None:
    fill(db, "s", ["the quick brown fox and a 100% cotton_shirt"], "The title")
    assert (await search(chat, words))["results"] == []


@pytest.mark.parametrize(
    "words", ["What's a fox", "fox & | ! :* <-> (", "'fox':*", "100%", "cotton_shirt", "\ufffdfox", "fox\x00", "FOX;--"]
)  # fmt: skip
async def test_operators_are_words_like_others(chat: Served, db: psycopg.Connection, words: str) -> None:
    fill(db, "s", ["What's a fox in 100% cotton_shirt"])
    assert len((await search(chat, words))["results"]) == 1


async def test_a_very_long_query_is_answered(chat: Served) -> None:
    reply = await chat.client.get("/api/search", params={"q": "many words " * 5000})
    assert reply.status_code in (200, 414, 431), (
        "the address may be too long for the server, the query is not"
    )


async def test_every_script_is_searched(chat: Served, db: psycopg.Connection) -> None:
    fill(db, "s", ["外币汇率换算用欧元 東京の天気 회의는 ประชุมวันจันทร์ الاجتماع Zoë"])
    for words in ("汇率", "欧元换算", "天気", "회의", "วันจันทร์", "اجتماع", "zoe", "Zoe\u0308"):
        found = (await search(chat, words))["results"]
        assert [bool(hit["marks"]) for hit in found] == [True], words


async def test_similar_words_are_found_when_nothing_else_is_and_said_to_be(
    chat: Served, db: psycopg.Connection
) -> None:
    fill(db, "s", ["The calendar of the orchestra"])
    db.execute("select memory.remember('popagent-user', 'The orchestra has a calendar')")
    assert (await search(chat, "orchestra "))["exact"]
    found = await search(chat, "orchestrra ")
    assert (len(found["results"]), found["exact"]) == (1, False)
    assert "Nothing has exactly these words" in await page(chat, "orchestrra ")


async def test_pages_follow_one_another(chat: Served, db: psycopg.Connection) -> None:
    for number in range(25):
        fill(db, f"s{number}", ["cocoa"])
    listed: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        found = await search(chat, "cocoa", limit=10, **cursor)
        listed += [hit["sessionId"] for hit in found["results"]]
        if not found["nextCursor"]:
            break
        cursor = {"cursor": found["nextCursor"]}
        fill(db, f"late{len(listed)}", ["cocoa"])
    assert sorted(listed) == sorted(f"s{number}" for number in range(25)), (
        "what comes meanwhile moves nothing"
    )


async def test_archived_chats_are_found_and_marked(chat: Served, db: psycopg.Connection) -> None:
    fill(db, "away", ["cocoa"], "Put away")
    fill(db, "here", ["cocoa"], "Still here")
    db.execute("update popagent_sessions set archived_at = now() where id = 'away'")
    assert {
        hit["sessionId"]: bool(hit["archivedAt"]) for hit in (await search(chat, "cocoa"))["results"]
    } == {
        "away": True,
        "here": False,
    }
    for archived, id in (("true", "away"), ("false", "here")):
        found = (await search(chat, "cocoa", archived=archived))["results"]
        assert [hit["sessionId"] for hit in found] == [id]
    assert (await page(chat, "cocoa")).count(">archived<") == 1


async def test_one_chat_can_be_searched_alone_with_all_its_hits(chat: Served, db: psycopg.Connection) -> None:
    fill(db, "s", [f"cocoa number {number}" for number in range(7)])
    fill(db, "other", ["cocoa"])
    few = [hit for hit in (await search(chat, "cocoa"))["results"] if hit["sessionId"] == "s"]
    assert (len(few), {hit["hits"] for hit in few}) == (3, {7})
    every = (await search(chat, "cocoa", sessionId="s"))["results"]
    assert sorted(hit["position"] for hit in every) == [1, 2, 3, 4, 5, 6, 7]
    shown = await page(chat, "cocoa")
    assert "4 more in this chat" in shown
    assert seen(await page(chat, "cocoa", of="s")).count("cocoa number") == 7


async def test_what_was_deleted_is_not_found(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(Reply.sse(text("cocoa"), stop()))
    await say(chat.client, "What do I drink?")
    await idle(chat.client)
    assert (await search(chat, "cocoa"))["results"]
    assert (await chat.client.delete("/api/sessions/s1")).status_code == 204
    assert (await search(chat, "cocoa"))["results"] == []


async def test_a_new_title_is_found_and_the_old_one_is_not(chat: Served, db: psycopg.Connection) -> None:
    fill(db, "s", [], "Breakfast")
    stored = (await chat.client.get("/api/sessions/s")).json()
    renamed = {"revision": stored["revision"], "title": "Supper"}
    assert (await chat.client.patch("/api/sessions/s", json=renamed)).status_code == 200
    assert [hit["title"] for hit in (await search(chat, "supper"))["results"]] == ["Supper"]
    assert (await search(chat, "breakfast"))["results"] == []


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("", 422, "out_of_range"),
        ("q=x&limit=0", 422, "out_of_range"),
        ("q=x&limit=many", 422, "out_of_range"),
        ("q=x&archived=perhaps", 422, "out_of_range"),
        ("q=x&cursor=nonsense", 400, "invalid_cursor"),
        ("q=x&cursor=WzEsMiwzXQ==", 400, "invalid_cursor"),
        ("q=x&cursor=WyIyMDI2LTAxLTAxIiwgdHJ1ZSwgMF0=", 400, "invalid_cursor"),
    ],
)
async def test_what_cannot_be_understood_is_refused(chat: Served, query: str, status: int, code: str) -> None:
    reply = await chat.client.get(f"/api/search?{query}")
    assert (reply.status_code, reply.json()["code"]) == (status, code)


async def test_the_page_shows_hits_with_their_words_marked_and_nothing_alive(
    chat: Served, db: psycopg.Connection
) -> None:
    fill(db, "s", ["<script>alert(1)</script> kettle <b hx-get='/x'>bold</b>"], "<i>Kettle</i>")
    shown = await page(chat, "kettle bold")
    assert "<mark>kettle</mark>" in shown
    assert "<mark>bold</mark>" in shown
    assert "<script>alert" not in shown
    assert "<b hx" not in shown
    assert "<i>" not in shown
    assert "<script>alert(1)</script> kettle <b hx-get='/x'>bold</b>" in seen(shown)
    assert 'href="/c/s?at=1#asked-m1"' in shown


async def test_the_page_says_what_it_searches_and_when_nothing_is_there(
    chat: Served, db: psycopg.Connection
) -> None:
    fill(db, "s", ["tea"], "A recent chat")
    empty = await chat.client.get("/search")
    assert "Every message and title of every chat" in empty.text
    assert "A recent chat" in empty.text
    assert "No message and no title has this word" in await page(chat, "nowhere")
    assert "all of these words" in await page(chat, "nowhere else")


async def test_htmx_gets_the_dialog_the_results_and_the_rest(chat: Served, db: psycopg.Connection) -> None:
    for number in range(25):
        fill(db, f"s{number}", ["cocoa"])
    headers = {"hx-request": "true", "hx-current-url": f"{chat.url}/c/x"}
    dialog = await chat.client.get("/search", headers=headers)
    assert dialog.headers["hx-retarget"] == "#dialog"
    assert "<html" not in dialog.text
    assert 'id="words"' in dialog.text
    results = await page(chat, "cocoa", fragment=True)
    assert 'id="words"' not in results
    assert results.count("hit-line") == 20
    following = re.search(r'href="(/search\?[^"]*cursor=[^"]*)"', results)
    assert following is not None
    rest = (await chat.client.get(html.unescape(following[1]), headers=headers)).text
    assert rest.count("hit-line") == 5
    assert 'id="found"' not in rest


async def test_messages_of_an_older_database_are_found_once_they_are_indexed(
    chat: Served, db: psycopg.Connection
) -> None:
    db.execute("select session.open('old', '', null)")
    db.execute(
        "insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id)"
        " select 'old', n, 'm' || n, 'user', jsonb_build_array(jsonb_build_object("
        " 'type', 'text', 'text', 'cocoa ' || n)), '{}', gen_random_uuid() from generate_series(1, 450) n"
    )

    async def found() -> bool:
        return all([(await search(chat, f"cocoa {number} "))["results"] for number in (1, 200, 201, 450)])

    await until(found, 60)


async def test_a_search_that_takes_too_long_is_ended_and_said_so(
    chat: Served, db: psycopg.Connection
) -> None:
    fill(db, "s", ["cocoa"])
    db.execute(
        "create function public.slow() returns tsquery language sql as"
        " $$ select 'cocoa'::tsquery from pg_sleep(60) $$"
    )
    db.execute(
        "create or replace function text.search_query(p_query text) returns tsquery"
        " language sql stable strict as 'select public.slow()'"
    )
    reply = await chat.client.get("/api/search?q=cocoa")
    assert (reply.status_code, reply.json()["code"]) == (503, "search_too_long")
    assert "took too long" in await page(chat, "cocoa")
