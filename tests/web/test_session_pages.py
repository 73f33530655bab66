"""What the pages do with a chat as a whole, as plain HTTP: pinned, put away, copied, drafted, ended."""

import re
from typing import Any

import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, hold, refuse, stop, text
from tests.support import Served
from tests.web.talking import ask, idle, read, say

HTMX = {"HX-Request": "true"}


async def loaded(chat: Served, id: str = "s1") -> dict[str, Any]:
    found: dict[str, Any] = (await chat.client.get(f"/api/sessions/{id}")).json()
    return found


async def asked(chat: Served, *questions: str, session: str = "s1") -> dict[str, Any]:
    """Have a conversation; return it."""
    for number, question in enumerate(questions, 1):
        await say(chat.client, question, session, f"m{number}")
        await idle(chat.client, session)
    return await loaded(chat, session)


def said(session: dict[str, Any]) -> list[str]:
    return ["".join(part.get("text", "") for part in one["parts"]) for one in session["messages"]]


def rows(page: str) -> list[tuple[str, list[str]]]:
    """The list of chats on a page: headings with the titles below them."""
    found: list[tuple[str, list[str]]] = []
    for heading, title in re.findall(
        r'class="group">([^<]+)|class="row-link".*?<bdi>([^<]*)</bdi>', page, re.S
    ):
        if heading:
            found.append((heading, []))
        else:
            found[-1][1].append(title)
    return found


async def test_pinned_chats_stand_above_the_others(chat: Served) -> None:
    for id in ("one", "two", "three"):
        await chat.client.post("/api/sessions", json={"id": id, "title": id})
    changed = await chat.client.post("/c/one/pin", data={"pinned": "yes"}, headers=HTMX)
    assert "Unpin" in changed.text
    assert rows(changed.text) == [("Pinned", ["one"]), ("Today", ["three", "two"])]
    assert rows((await chat.client.get("/")).text) == [("Pinned", ["one"]), ("Today", ["three", "two"])]
    plain = await chat.client.post("/c/one/pin", data={"pinned": "no"})
    assert (plain.status_code, plain.headers["location"]) == (303, "/c/one")
    assert rows((await chat.client.get("/")).text) == [("Today", ["three", "two", "one"])]


async def test_any_number_of_pinned_chats_is_listed_before_the_others(chat: Served, dsns: Dsns) -> None:
    with psycopg.connect(dsns.application, autocommit=True) as db:
        db.execute(
            "select session.open('s' || n, 'chat ' || n, null) from generate_series(1, 450) n;"
            "update popagent_sessions set pinned_at = now() where id not in ('s1', 's2')"
        )
    titles: list[str] = []
    page = (await chat.client.get("/")).text
    while True:
        titles += [title for _, members in rows('class="group">x' + page) for title in members]
        more = re.search(r'class="more"><a class="quiet-link" href="([^"]+)"', page)
        if more is None:
            break
        page = (await chat.client.get(more[1].replace("&amp;", "&"), headers=HTMX)).text
    assert len(titles) == len(set(titles)) == 450
    assert titles[-2:] == ["chat 2", "chat 1"] or set(titles[-2:]) == {"chat 1", "chat 2"}


async def test_archiving_offers_a_way_back_and_needs_no_fresh_page(chat: Served) -> None:
    await asked(chat, "Hi")
    away = await chat.client.post("/c/s1/archive", data={"archived": "yes"}, headers=HTMX)
    assert "Undo" in away.text
    assert (await loaded(chat))["archivedAt"]
    back = await chat.client.post("/c/s1/archive", data={"archived": "no"}, headers=HTMX)
    assert "Undo" not in back.text
    assert (await loaded(chat))["archivedAt"] is None


async def test_archiving_during_a_turn_is_no_conflict(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(Reply.sse(text("Going"), hold(), stop()))
    async with chat.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
        await read(reply, until=lambda stream: stream.text == "Going")
        away = await chat.client.post("/c/s1/archive", data={"archived": "yes"}, headers=HTMX)
        assert away.status_code == 200
        assert "data-running" in away.text
        gateway.release()
        assert (await read(reply)).done
    assert said(await idle(chat.client)) == ["Hi", "Going"]


async def test_deleting_on_the_page_ends_what_runs(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(Reply.sse(text("Going"), hold(), stop()))
    async with chat.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
        await read(reply, until=lambda stream: stream.text == "Going")
        assert (await chat.client.post("/c/s1/delete")).headers["location"] == "/"
        assert (await read(reply)).done
    await (await gateway.request()).client_gone(2)


async def test_a_fork_of_the_whole_chat_leads_to_the_copy_and_names_its_origin(chat: Served) -> None:
    original = await asked(chat, "What is tea?")
    reply = await chat.client.post("/c/s1/fork", data={"new_id": "copy"})
    assert (reply.status_code, reply.headers["location"]) == (303, "/c/copy")
    again = await chat.client.post("/c/s1/fork", data={"new_id": "copy"}, headers=HTMX)
    assert again.headers["hx-redirect"] == "/c/copy"
    assert said(await loaded(chat, "copy")) == said(original)
    page = (await chat.client.get("/c/copy")).text
    assert 'href="/c/s1" title="Forked from What is tea?"' in page
    await chat.client.delete("/api/sessions/s1")
    page = (await chat.client.get("/c/copy")).text
    assert "Forked from a deleted chat" in page
    assert 'href="/c/s1"' not in page


async def test_a_question_is_edited_in_a_fork_and_the_original_stays(
    chat: Served, gateway: ScriptedGateway
) -> None:
    original = await asked(chat, "What is tea?", "How is it made?", "And drunk?")
    fields = {"message": "m2", "text": "Where does it grow?", "new_id": "copy"}
    reply = await chat.client.post("/c/s1/fork", data=fields)
    assert (reply.status_code, reply.headers["location"]) == (303, "/c/copy")
    copy = await idle(chat.client, "copy")
    assert said(copy)[:3] == [*said(original)[:2], "Where does it grow?"]
    assert len(copy["messages"]) == 4
    sent = [one["content"].split("\n")[-1] for one in gateway.requests[-1].json["messages"][1:]]
    assert sent == said(copy)[:3]
    assert (await loaded(chat))["messages"] == original["messages"]


async def test_editing_the_first_question_begins_a_chat_that_it_names(chat: Served) -> None:
    await asked(chat, "What is tea?")
    await chat.client.post("/c/s1/fork", data={"position": "1", "text": "What is coffee?", "new_id": "copy"})
    copy = await idle(chat.client, "copy")
    assert (copy["title"], said(copy)[0], copy["forkedFrom"]) == ("What is coffee?", "What is coffee?", "s1")


@pytest.mark.parametrize(
    ("fields", "status", "says"),
    [
        ({"message": "nothing"}, 404, ""),
        ({"message": "no id"}, 400, "no such message"),
        ({"position": "-1"}, 400, "no such message"),
        ({"position": "٣"}, 400, "no such message"),
        ({"position": "9"}, 404, ""),
        ({"message": "m1", "text": "  "}, 422, "nothing to send"),
        ({"position": "2", "text": "An answer cannot be asked"}, 422, "Only a question"),
        ({"message": "m1", "text": "Hello", "model": "unheard-of"}, 422, "unheard-of"),
        ({"message": "m1", "text": "x" * 1_000_001}, 413, "1 MB"),
    ],
)
async def test_a_fork_that_cannot_be_leaves_nothing_behind(
    chat: Served, fields: dict[str, str], status: int, says: str
) -> None:
    await asked(chat, "Hi")
    reply = await chat.client.post("/c/s1/fork", data=fields, headers=HTMX)
    assert reply.status_code == status, reply.text
    assert reply.headers["hx-retarget"] == "#notice"
    assert says in reply.text
    assert len((await chat.client.get("/api/sessions")).json()["sessions"]) == 1


async def test_a_draft_comes_back_in_the_box_and_goes_when_it_is_sent(chat: Served) -> None:
    await asked(chat, "Hi")
    saved = await chat.client.post("/c/s1/draft", data={"text": "and\r\n<so> on", "draft": "d1"})
    assert saved.json() == {"saved": True}
    page = (await chat.client.get("/c/s1")).text
    assert "\nand\n&lt;so&gt; on</textarea>" in page
    assert 'name="draft" value="d1"' in page
    await chat.client.post("/c/s1/send", data={"text": "and\r\n<so> on, indeed", "draft": "d1"})
    late = await chat.client.post("/c/s1/draft", data={"text": "and\r\n<so> on,", "draft": "d1"})
    assert late.json() == {"saved": False}, "a save that comes late does not bring back what was sent"
    await idle(chat.client)
    page = (await chat.client.get("/c/s1")).text
    assert ">\n</textarea>" in page
    assert 'name="draft" value="d1"' not in page


async def test_what_another_page_writes_stays_when_this_one_sends(chat: Served) -> None:
    await asked(chat, "Hi")
    await chat.client.post("/c/s1/draft", data={"text": "elsewhere", "draft": "other"})
    await chat.client.post("/c/s1/send", data={"text": "here", "draft": "mine"})
    await idle(chat.client)
    assert (await loaded(chat))["draft"] == "elsewhere"


async def test_a_draft_of_a_chat_that_is_gone_is_refused(chat: Served) -> None:
    reply = await chat.client.post("/c/nowhere/draft", data={"text": "x", "draft": "d"})
    assert reply.status_code == 404
    too_long = await chat.client.post("/c/nowhere/draft", data={"text": "x" * 1_100_000})
    assert too_long.status_code == 413


async def test_a_chat_that_is_opened_is_read(chat: Served) -> None:
    await asked(chat, "Hi")
    await chat.client.get("/c/s1")
    await say(chat.client, "And?", id="m2")
    await idle(chat.client)
    assert 'aria-label="new answer"' in (await chat.client.get("/")).text
    assert (await loaded(chat))["unread"]
    assert (await chat.client.post("/c/s1/read")).status_code == 204
    assert not (await loaded(chat))["unread"]
    assert 'aria-label="new answer"' not in (await chat.client.get("/")).text
    assert (await chat.client.post("/c/nowhere/read")).status_code == 404


async def test_a_temporary_chat_begins_with_its_first_message(chat: Served, dsns: Dsns) -> None:
    fresh = (await chat.client.get("/?temporary=1")).text
    assert "writes none" in fresh
    form = re.search(r'action="(/c/\w+)/send"', fresh)
    assert form is not None
    assert 'name="temporary" value="yes"' in fresh
    assert (await chat.client.get("/api/sessions?temporary=true")).json()["sessions"] == []

    await chat.client.post(f"{form[1]}/send", data={"text": "Psst", "temporary": "yes"})
    id = form[1].removeprefix("/c/")
    session = await idle(chat.client, id)
    assert (session["temporary"], session["title"]) == (True, "Psst")
    page = (await chat.client.get(form[1])).text
    assert "End and delete" in re.sub(r"<[^>]+>", "", page)
    assert "Archive<" not in page
    assert 'aria-label="temporary"' in page, "the list marks it while it lives"

    question = (await chat.client.get(f"{form[1]}/delete")).text
    assert "Psst" in question
    assert "Nothing of it was remembered" in question
    await chat.client.post(f"{form[1]}/delete")
    with psycopg.connect(dsns.application) as db:
        for table in ("threads", "messages", "executions", "sessions", "memories"):
            assert db.execute(f"select count(*) from popagent_{table}").fetchone() == (0,), table


async def test_a_message_to_a_temporary_chat_that_ended_begins_another_temporary_one(
    chat: Served, gateway: ScriptedGateway
) -> None:
    """Its page was left open: what is typed there must not become a lasting chat."""
    for _ in range(2):
        await chat.client.post("/c/secret/send", data={"text": "Psst", "temporary": "yes"})
        assert (await idle(chat.client, "secret"))["temporary"]
        await chat.client.post("/c/secret/delete")


async def test_a_temporary_chat_that_is_refused_is_still_temporary_when_it_is_tried_again(
    chat: Served, gateway: ScriptedGateway
) -> None:
    refused = await chat.client.post(
        "/c/secret/send", data={"text": "Psst", "temporary": "yes", "model": "unheard-of"}
    )
    assert refused.status_code == 422
    assert 'name="temporary" value="yes"' in refused.text
    assert "Psst</textarea>" in refused.text
    gateway.answers(refuse(), Reply.sse(text("Yes?"), stop()))
    await chat.client.post("/c/secret/send", data={"text": "Psst", "temporary": "yes"})
    assert (await idle(chat.client, "secret"))["temporary"]


async def test_the_workspace_is_named_only_when_there_is_more_than_one(chat: Served, dsns: Dsns) -> None:
    await asked(chat, "Hi")
    assert 'title="Workspace"' not in (await chat.client.get("/c/s1")).text
    with psycopg.connect(dsns.application, autocommit=True) as db:
        db.execute(
            "insert into popagent_agent_workspaces values ('w', 'Allotment', 'w', false, 1, now(), now())"
        )
    page = (await chat.client.get("/c/s1")).text
    assert 'title="Workspace"' in page
    assert (await chat.client.post("/api/sessions", json={"id": "w1", "workspaceId": "w"})).status_code == 201
    assert "<bdi>Allotment</bdi>" in (await chat.client.get("/c/w1")).text
