"""Background tasks through the API and the pages: their whole life, and how they end (contract T3 to T6)."""

import json
from typing import Any

import httpx2
import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, call, cut, hold, stop, text, usage
from tests.jobs.embedding import Look
from tests.support import Served
from tests.web.talking import until
from tests.web.test_delegation import runtime


async def make(client: httpx2.AsyncClient, prompt: str = "Count the birds.", **more: Any) -> dict[str, Any]:
    reply = await client.post("/api/tasks", json={"prompt": prompt, **more})
    assert reply.status_code == 201, reply.text
    made: dict[str, Any] = reply.json()
    return made


async def comes_to(client: httpx2.AsyncClient, id: str, *states: str) -> dict[str, Any]:
    """Wait until a task is in one of these states; return it."""

    async def look() -> dict[str, Any] | None:
        found = (await client.get(f"/api/tasks/{id}")).json()
        return found if found["state"] in states else None

    found: dict[str, Any] = await until(look, 30)
    return found


async def test_a_task_is_done_and_says_what_it_took(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(Reply.sse(text("There are **nine**."), usage(20, 7), stop()))
    made = await make(chat.client, title="Birds")
    assert (made["state"], made["title"], made["origin"]) == ("queued", "Birds", "manual")
    done = await comes_to(chat.client, made["id"], "completed", "failed")
    assert (done["state"], done["endReason"], done["result"]) == ("completed", "final", "There are **nine**.")
    assert (done["attempt"], done["recoveries"], done["timeoutSeconds"]) == (1, 0, 1800)
    assert done["usage"]["totalTokens"] == 27
    assert len(done["traceId"]) == 32
    assert gateway.requests[0].json["messages"][-1]["content"].endswith("Count the birds.")
    remembered = (await chat.client.get("/api/memories", params={"kind": "episode"})).json()["memories"]
    assert "Count the birds." in remembered[0]["content"], "its episode is kept as a chat's is"

    page = (await chat.client.get(f"/tasks/{made['id']}")).text
    assert "<strong>nine</strong>" in page
    assert "every 1s" not in page, "what has ended is not asked for again"
    assert "Birds" in (await chat.client.get("/tasks")).text
    assert (await chat.client.post(f"/api/tasks/{made['id']}/cancel")).json()["code"] == "task_ended"


async def test_cancelling_is_seen_first_and_closes_the_request(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("One, two"), hold()))
    made = await make(chat.client)
    await until(lambda: said(chat.client, made["id"], "One, two"))
    page = (await chat.client.get(f"/tasks/{made['id']}")).text
    assert "s of 1,800 s, about 2 tokens written" in page
    reply = (await chat.client.post(f"/api/tasks/{made['id']}/cancel")).json()
    assert reply["state"] in ("cancelling", "cancelled")
    done = await comes_to(chat.client, made["id"], "cancelled")
    assert done["result"] == "One, two", "what was said is kept"
    assert done["finishedAt"]
    await gateway.requests[0].client_gone()


async def said(client: httpx2.AsyncClient, id: str, words: str) -> bool:
    return words in (await client.get(f"/api/tasks/{id}")).json()["result"]


@pytest.fixture
def one_at_a_time(dsns: Dsns) -> None:
    """The limit stands before the worker starts: one that is changed is obeyed within a second, not at once."""
    with psycopg.connect(dsns.application, autocommit=True) as connection:
        connection.execute("update popagent_agent_runtime_settings set background_concurrency = 1")


async def test_a_task_that_waits_is_cancelled_at_once(
    one_at_a_time: None, chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.answers(Reply.sse(text("Busy"), hold()))
    first = await make(chat.client)
    await comes_to(chat.client, first["id"], "running")
    second = await make(chat.client)
    reply = (await chat.client.post(f"/api/tasks/{second['id']}/cancel")).json()
    assert (reply["state"], reply["attempt"]) == ("cancelled", 0)
    third = await make(chat.client)
    assert (await chat.client.get("/api/tasks?state=queued")).json()["tasks"][0]["id"] == third["id"]
    await runtime(chat, backgroundConcurrency=2)
    await comes_to(chat.client, third["id"], "running")
    assert (await comes_to(chat.client, first["id"], "running"))["attempt"] == 1, (
        "more at once, without a restart"
    )


async def test_a_timeout_aborts_the_work_and_is_the_failure(
    chat: Served, gateway: ScriptedGateway, look: Look
) -> None:
    look.db.execute(
        "alter table popagent_agent_runtime_settings drop constraint background_timeout_seconds_is_in_range"
    )
    look.db.execute("update popagent_agent_runtime_settings set background_timeout_seconds = 1")
    gateway.answers(Reply.sse(text("Slowly"), hold()))
    made = await make(chat.client)
    done = await comes_to(chat.client, made["id"], "failed")
    assert (done["endReason"], done["error"]) == ("timeout", "It was not done within its 1 seconds.")
    assert done["result"] == "Slowly"
    await gateway.requests[0].client_gone()


async def test_an_answer_that_breaks_off_fails_the_task(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(Reply.sse(text("Half"), cut()))
    done = await comes_to(chat.client, (await make(chat.client))["id"], "failed", "completed")
    assert (done["state"], done["attempt"]) == ("failed", 1), "it is not begun anew"


async def test_a_tool_that_asks_first_is_refused_where_nobody_is(
    chat: Served, gateway: ScriptedGateway
) -> None:
    await chat.client.patch("/api/tools/remember", json={"policy": "ask"})
    function = {"name": "remember", "arguments": json.dumps({"content": "Birds are nine."})}
    asked = {"index": 0, "id": "c1", "type": "function", "function": function}
    gateway.answers(Reply.sse(call(asked), stop("tool_calls")), Reply.sse(text("Left undone."), stop()))
    done = await comes_to(chat.client, (await make(chat.client))["id"], "completed", "failed")
    assert done["result"] == "Left undone."
    assert "nobody is there" in gateway.requests[1].json["messages"][-1]["content"]
    facts = (await chat.client.get("/api/memories", params={"kind": "fact"})).json()["memories"]
    assert facts == []


async def test_lists_go_on_page_by_page(chat: Served, gateway: ScriptedGateway) -> None:
    gateway.answers(Reply.sse(text("Done."), stop()))
    made = [(await make(chat.client, f"Task {n}"))["id"] for n in range(5)]
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = (await chat.client.get("/api/tasks", params={"limit": "2", **cursor})).json()
        seen += [one["id"] for one in page["tasks"]]
        if page["nextCursor"] is None:
            break
        cursor = {"cursor": page["nextCursor"]}
    assert seen == made[::-1]


async def test_bad_requests_are_told_what_is_wrong(chat: Served) -> None:
    client = chat.client
    for reply, status, code in (
        (await client.post("/api/tasks", json={}), 400, "invalid_body"),
        (await client.post("/api/tasks", json={"prompt": "x", "zone": "UTC"}), 400, "invalid_body"),
        (await client.post("/api/tasks", json={"prompt": "  "}), 422, "out_of_range"),
        (
            await client.post("/api/tasks", json={"prompt": "x", "workspaceId": "no"}),
            422,
            "unknown_workspace",
        ),
        (await client.get("/api/tasks?state=lost"), 422, "out_of_range"),
        (await client.get("/api/tasks?cursor=x"), 422, "out_of_range"),
        (await client.get("/api/tasks/x"), 400, "invalid_id"),
        (await client.get("/api/tasks/00000000-0000-0000-0000-000000000000"), 404, "task_not_found"),
        (await client.post("/api/tasks/00000000-0000-0000-0000-000000000000/cancel"), 404, "task_not_found"),
    ):
        assert (reply.status_code, reply.json()["code"]) == (status, code), reply.text
    page = await client.post("/tasks", data={"prompt": "   ", "title": "Keep me"})
    assert page.status_code == 422
    assert "Keep me" in page.text
