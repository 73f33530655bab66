"""Sessions over JSON: made, listed, saved, renamed, archived, deleted, never overwritten unseen."""

from typing import Any

import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text
from tests.support import Served
from tests.web.talking import ask, idle, read, say


async def make(chat: Served, **body: Any) -> dict[str, Any]:
    made = await chat.client.post("/api/sessions", json=body)
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


async def test_a_session_is_made_with_what_it_was_given_and_found_again(chat: Served) -> None:
    made = await make(chat, title="Taxes", metadata={"colour": "teal"})
    assert made["title"] == "Taxes"
    assert made["workspaceId"] == "default"
    assert made["revision"] == 1
    assert made["archivedAt"] is None
    assert made["createdAt"].endswith("Z")
    loaded = (await chat.client.get(f"/api/sessions/{made['id']}")).json()
    assert loaded == made | {"messages": [], "nextBefore": None, "running": False, "draft": ""}


async def test_an_id_of_the_clients_choice_is_taken_once(chat: Served) -> None:
    assert (await make(chat, id="mine"))["id"] == "mine"
    again = await chat.client.post("/api/sessions", json={"id": "mine"})
    assert (again.status_code, again.json()["code"]) == (409, "session_exists")


async def test_the_first_message_makes_the_session_and_names_it(chat: Served) -> None:
    await say(chat.client, "How do I descale   the\nkettle?", "fresh")
    assert (await idle(chat.client, "fresh"))["title"] == "How do I descale the kettle?"
    await say(chat.client, "And the iron?", "fresh", "m2")
    assert (await idle(chat.client, "fresh"))["title"] == "How do I descale the kettle?"


async def test_sessions_are_listed_last_changed_first_page_by_page(chat: Served) -> None:
    for number in range(5):
        await make(chat, id=f"s{number}")
    await chat.client.patch("/api/sessions/s1", json={"revision": 1, "title": "Touched"})
    listed: list[str] = []
    cursor = ""
    while True:
        page = (
            await chat.client.get(
                "/api/sessions", params={"limit": 2} | ({"cursor": cursor} if cursor else {})
            )
        ).json()
        listed += [row["id"] for row in page["sessions"]]
        cursor = page["nextCursor"]
        if not cursor:
            break
    assert listed == ["s1", "s4", "s3", "s2", "s0"]


async def test_archived_sessions_are_a_list_of_their_own(chat: Served) -> None:
    made = await make(chat)
    archived = (
        await chat.client.patch(f"/api/sessions/{made['id']}", json={"revision": 1, "archived": True})
    ).json()
    assert archived["archivedAt"]
    assert (await chat.client.get("/api/sessions")).json()["sessions"] == []
    away = (await chat.client.get("/api/sessions?archived=true")).json()["sessions"]
    assert [row["id"] for row in away] == [made["id"]]
    back = {"revision": archived["revision"], "archived": False}
    assert (await chat.client.patch(f"/api/sessions/{made['id']}", json=back)).json()["archivedAt"] is None


async def test_the_list_can_be_narrowed_to_a_workspace(chat: Served) -> None:
    made = await make(chat)
    assert len((await chat.client.get("/api/sessions?workspaceId=default")).json()["sessions"]) == 1
    assert (await chat.client.get("/api/sessions?workspaceId=other")).json()["sessions"] == []
    assert made["workspaceId"] == "default"


@pytest.mark.parametrize("verb", ["patch", "put", "delete"])
async def test_a_stale_write_changes_nothing_and_is_shown_what_is_stored(chat: Served, verb: str) -> None:
    made = await make(chat, title="Old")
    address = f"/api/sessions/{made['id']}"
    current = (await chat.client.patch(address, json={"revision": 1, "title": "Current"})).json()
    stale = {"revision": 1, "title": "Stale"}
    if verb == "delete":
        refused = await chat.client.delete(address, params={"revision": 1})
    else:
        body = stale | ({"workspaceId": "default"} if verb == "put" else {})
        refused = await chat.client.request(verb.upper(), address, json=body)
    assert refused.status_code == 409
    assert refused.json() == {"error": "revision conflict", "code": "revision_conflict", "session": current}
    assert (await chat.client.get(address)).json()["title"] == "Current"


async def test_a_finished_turn_counts_as_a_write(chat: Served) -> None:
    made = await make(chat, id="s1", title="Named")
    await say(chat.client, "Hi")
    await idle(chat.client)
    refused = await chat.client.patch("/api/sessions/s1", json={"revision": made["revision"], "title": "X"})
    assert refused.status_code == 409
    assert refused.json()["session"]["revision"] == 2


async def test_a_rename_survives_later_saves_until_it_is_cleared(chat: Served) -> None:
    await say(chat.client, "What is a quine?")
    session = await idle(chat.client)
    address = "/api/sessions/s1"
    renamed = (
        await chat.client.patch(address, json={"revision": session["revision"], "title": "Mine"})
    ).json()
    assert renamed["titleLocked"]
    save = {"revision": renamed["revision"], "title": "Automatic", "workspaceId": "default"}
    saved = (await chat.client.put(address, json=save)).json()
    assert saved["title"] == "Mine"
    cleared = (await chat.client.patch(address, json={"revision": saved["revision"], "title": ""})).json()
    assert (cleared["title"], cleared["titleLocked"]) == ("What is a quine?", False)


async def test_put_saves_display_metadata_and_feedback_but_no_messages(chat: Served) -> None:
    made = await make(chat)
    body = {
        "revision": 1,
        "title": "T",
        "workspaceId": "default",
        "metadata": {"scroll": 3},
        "feedback": {"abc": "up"},
    }
    saved = (await chat.client.put(f"/api/sessions/{made['id']}", json=body)).json()
    assert (saved["title"], saved["metadata"], saved["feedback"]) == ("T", {"scroll": 3}, {"abc": "up"})
    refused = await chat.client.put(f"/api/sessions/{made['id']}", json=body | {"messages": []})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_body")


async def test_deleting_a_session_takes_its_thread_and_leaves_its_memories(chat: Served, dsns: Dsns) -> None:
    await say(chat.client, "My cat is called Miso")
    await idle(chat.client)
    assert (await chat.client.delete("/api/sessions/s1")).status_code == 204
    assert (await chat.client.get("/api/sessions/s1")).json()["code"] == "session_not_found"
    with psycopg.connect(dsns.application) as db:
        for table in ("threads", "messages", "executions", "execution_parts", "sessions"):
            assert db.execute(f"select count(*) from popagent_{table}").fetchone() == (0,), table
        assert db.execute("select count(*) from popagent_memories").fetchone() == (1,)


async def test_deleting_a_session_ends_what_runs_in_it(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(Reply.sse(text("Going"), hold(), stop()))
    async with chat.client.stream("POST", "/api/chat", json=ask("Hi")) as reply:
        await read(reply, until=lambda stream: stream.text == "Going")
        assert (await chat.client.delete("/api/sessions/s1")).status_code == 204
        rest = await read(reply)
    assert rest.done
    await (await gateway.request()).client_gone(2)
    assert (await chat.client.get("/api/sessions/s1")).status_code == 404


async def test_older_messages_are_loaded_on_demand(chat: Served) -> None:
    for number in range(3):
        await say(chat.client, f"message {number}", id=f"m{number}")
        await idle(chat.client)
    newest = (await chat.client.get("/api/sessions/s1?limit=2")).json()
    assert [m["role"] for m in newest["messages"]] == ["user", "assistant"]
    older = (await chat.client.get(f"/api/sessions/s1?limit=200&before={newest['nextBefore']}")).json()
    assert [m["id"] for m in older["messages"] if m["role"] == "user"] == ["m0", "m1"]
    assert older["nextBefore"] is None


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/sessions/nobody", None, 404, "session_not_found"),
        ("PATCH", "/api/sessions/nobody", {"revision": 1, "title": "x"}, 404, "session_not_found"),
        (
            "PUT",
            "/api/sessions/nobody",
            {"revision": 1, "title": "x", "workspaceId": "default"},
            404,
            "session_not_found",
        ),
        ("DELETE", "/api/sessions/nobody", None, 404, "session_not_found"),
        ("GET", "/api/sessions/no%20id", None, 400, "invalid_id"),
        ("GET", "/api/sessions/" + "x" * 65, None, 400, "invalid_id"),
        ("GET", "/api/sessions/%00", None, 400, "invalid_id"),
        ("GET", "/api/sessions/%ff", None, 400, "invalid_id"),
        ("GET", "/api/sessions/e%CC%81", None, 400, "invalid_id"),
        ("POST", "/api/sessions", {"id": "no id"}, 400, "invalid_body"),
        ("POST", "/api/sessions", {"title": "x" * 201}, 422, "out_of_range"),
        ("POST", "/api/sessions", {"title": None}, 400, "invalid_body"),
        ("POST", "/api/sessions", {"workspaceId": "nowhere"}, 422, "unknown_workspace"),
        ("POST", "/api/sessions", {"colour": "red"}, 400, "invalid_body"),
        ("PATCH", "/api/sessions/s1", {"title": "x"}, 400, "invalid_body"),
        ("PATCH", "/api/sessions/s1", {"revision": "1", "title": "x"}, 400, "invalid_body"),
        ("PATCH", "/api/sessions/s1", {"revision": 1.5, "title": "x"}, 400, "invalid_body"),
        ("PATCH", "/api/sessions/s1", {"revision": 0}, 422, "out_of_range"),
        ("PATCH", "/api/sessions/s1", {"revision": 2**63}, 422, "out_of_range"),
        ("PATCH", "/api/sessions/s1", {"revision": True}, 400, "invalid_body"),
        ("DELETE", "/api/sessions/s1?revision=x", None, 422, "out_of_range"),
        ("GET", "/api/sessions?limit=0", None, 422, "out_of_range"),
        ("GET", "/api/sessions?limit=201", None, 422, "out_of_range"),
        ("GET", "/api/sessions?limit=²", None, 422, "out_of_range"),
        ("GET", "/api/sessions?archived=maybe", None, 422, "out_of_range"),
        ("GET", "/api/sessions?cursor=%21%21", None, 400, "invalid_cursor"),
        ("GET", "/api/sessions?cursor=W10=", None, 400, "invalid_cursor"),
        ("GET", "/api/sessions?cursor=WyIyMDI2LTAxLTAxIiwgIngiXQ==", None, 200, None),
        ("GET", "/api/sessions?workspaceId=%00", None, 200, None),
        ("GET", "/api/nowhere", None, 404, "not_found"),
        ("DELETE", "/api/models", None, 405, "method_not_allowed"),
    ],
)
async def test_what_cannot_be_is_a_clear_error(
    chat: Served, method: str, path: str, body: Any, status: int, code: str | None
) -> None:
    await make(chat, id="s1", title="kept")
    reply = await chat.client.request(method, path, json=body)
    assert reply.status_code == status, reply.text
    assert reply.json().get("code") == code
    assert (await chat.client.get("/api/sessions/s1")).json()["title"] == "kept"


async def test_a_script_is_not_told_about_buttons(chat: Served) -> None:
    wrong = await chat.client.delete("/api/models")
    assert "method" in wrong.json()["error"]
    assert "GET" in wrong.headers["allow"]
    assert "address" in (await chat.client.get("/api/nowhere")).json()["error"]
