"""Schedules through the API and the pages: what is due becomes tasks (contract T2, T7, T10)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, call, hold, stop, text
from tests.support import Served, serve, settings
from tests.web.talking import ask, read, until
from tests.web.test_approval import decide, is_asked, question
from tests.web.test_delegation import asked, runtime, says
from tests.web.test_tasks import comes_to
from tests.web.test_titles import titled


@pytest.fixture
def db(dsns: Dsns) -> Any:
    with psycopg.connect(dsns.application, autocommit=True) as connection:
        yield connection


async def make(client: httpx2.AsyncClient, cron: str = "0 8 * * 1-5", **more: Any) -> dict[str, Any]:
    reply = await client.post("/api/schedules", json={"prompt": "Look at the news.", "cron": cron, **more})
    assert reply.status_code == 201, reply.text
    made: dict[str, Any] = reply.json()
    return made


def is_due(db: psycopg.Connection[Any], id: str, ago: timedelta = timedelta()) -> None:
    """Let a schedule have become due some time ago."""
    db.execute("update popagent_agent_schedules set next_run_at = now() - %s where id = %s", [ago, id])


async def history(client: httpx2.AsyncClient, id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await client.get(f"/api/schedules/{id}/history")).json()["runs"]
    return found


async def fired(client: httpx2.AsyncClient, id: str, count: int = 1) -> list[dict[str, Any]]:
    """Wait until so many due times were decided about."""

    async def look() -> list[dict[str, Any]] | None:
        found = await history(client, id)
        return found if len(found) >= count else None

    found: list[dict[str, Any]] = await until(look, 20)
    return found


async def test_what_is_due_is_done_as_a_task_and_told_in_the_history(
    chat: Served, gateway: ScriptedGateway, db: psycopg.Connection[Any]
) -> None:
    gateway.answers(says("Nothing new."), says("Still nothing."))
    made = await make(chat.client, title="Press")
    assert (made["title"], made["zone"], made["enabled"], made["missed"], made["overlap"]) == (
        "Press",
        made["zone"],
        True,
        "run_once",
        False,
    )
    is_due(db, made["id"])
    (run,) = await fired(chat.client, made["id"])
    assert run["outcome"] == "on_time"
    done = await comes_to(chat.client, run["taskId"], "completed", "failed")
    assert (done["origin"], done["scheduleId"], done["title"], done["result"]) == (
        "schedule",
        made["id"],
        "Press",
        "Nothing new.",
    )
    stored = (await chat.client.get(f"/api/schedules/{made['id']}")).json()
    assert datetime.fromisoformat(stored["nextRunAt"]) > datetime.now(UTC)
    assert stored["lastOutcome"] == "on_time"
    assert len(stored["nextRuns"]) == 5
    again = (await chat.client.post(f"/api/schedules/{made['id']}/run")).json()
    await comes_to(chat.client, again["id"], "completed")
    assert [each["outcome"] for each in await history(chat.client, made["id"])] == ["by_hand", "on_time"]
    page = (await chat.client.get(f"/schedules/{made['id']}")).text
    assert "by hand" in page
    assert f"/tasks/{run['taskId']}" in page
    listed = await chat.client.get("/api/tasks", params={"scheduleId": made["id"]})
    assert len(listed.json()["tasks"]) == 2


async def test_what_was_missed_is_made_up_for_as_the_schedule_says(
    chat: Served, gateway: ScriptedGateway, db: psycopg.Connection[Any]
) -> None:
    gateway.answers(says("Late news."))
    late = await make(chat.client, "0 3 1 1 *")
    skipped = await make(chat.client, "0 3 1 1 *", missed="skip")
    old = await make(chat.client, "0 3 1 1 *", graceSeconds=60)
    for each in (late, skipped, old):
        is_due(db, each["id"], timedelta(minutes=10))
    outcomes = [(await fired(chat.client, each["id"]))[0]["outcome"] for each in (late, skipped, old)]
    assert outcomes == ["late", "missed", "missed"]
    assert "missed: nobody was there" in (await chat.client.get("/schedules")).text


async def test_a_run_does_not_begin_while_the_one_before_is_at_work_unless_it_may(
    chat: Served, gateway: ScriptedGateway, db: psycopg.Connection[Any]
) -> None:
    gateway.answers(Reply.sse(text("Long"), hold()), Reply.sse(text("Long"), hold()))
    made = await make(chat.client)
    is_due(db, made["id"])
    (first,) = await fired(chat.client, made["id"])
    await comes_to(chat.client, first["taskId"], "running")
    is_due(db, made["id"])
    second, _ = await fired(chat.client, made["id"], 2)
    assert (second["outcome"], second["taskId"]) == ("overlap", None)
    stored = (await chat.client.get(f"/api/schedules/{made['id']}")).json()
    await chat.client.patch(
        f"/api/schedules/{made['id']}", json={"revision": stored["revision"], "overlap": True}
    )
    is_due(db, made["id"])
    assert (await fired(chat.client, made["id"], 3))[0]["outcome"] == "on_time"
    gateway.release()


async def test_a_deleted_schedule_ends_what_it_has_at_work_and_comes_back_on_undo(
    chat: Served, gateway: ScriptedGateway, db: psycopg.Connection[Any]
) -> None:
    gateway.answers(Reply.sse(text("Long"), hold()))
    made = await make(chat.client)
    is_due(db, made["id"])
    (run,) = await fired(chat.client, made["id"])
    asked_for = await gateway.request(1, 20)
    page = await chat.client.post(f"/schedules/{made['id']}/delete")
    await comes_to(chat.client, run["taskId"], "cancelled")
    await asked_for.client_gone()
    assert (await chat.client.get(f"/api/schedules/{made['id']}")).json()["code"] == "schedule_not_found"
    token = page.text.partition('name="token" value="')[2].partition('"')[0]
    await chat.client.post("/schedules/undo", data={"token": token})
    back = (await chat.client.get(f"/api/schedules/{made['id']}")).json()
    assert (back["prompt"], back["enabled"]) == (made["prompt"], True)


async def test_schedules_are_changed_with_a_revision_and_switched(chat: Served) -> None:
    made = await make(chat.client)
    address = f"/api/schedules/{made['id']}"
    off = (await chat.client.patch(address, json={"revision": 1, "enabled": False})).json()
    assert (off["revision"], off["nextRunAt"], off["cron"]) == (2, None, made["cron"])
    stale = await chat.client.patch(address, json={"revision": 1, "enabled": True})
    assert (stale.status_code, stale.json()["schedule"]["revision"]) == (409, 2)
    zone = await chat.client.patch(address, json={"revision": 2, "zone": "UTC"})
    assert (zone.status_code, zone.json()["code"]) == (400, "invalid_body"), "the zone is the host's"
    assert (await chat.client.delete(f"{address}?revision=1")).status_code == 409
    assert (await chat.client.delete(address)).status_code == 204


@pytest.mark.parametrize(
    ("change", "code", "word"),
    [
        ({"cron": "61 * * * *"}, "invalid_cron", "minute"),
        ({"cron": "* * * *"}, "invalid_cron", "five fields"),
        ({"cron": "0 0 30 2 *"}, "invalid_cron", "day"),
        ({"cron": ""}, "invalid_cron", "five fields"),
        ({"graceSeconds": 59}, "out_of_range", "graceSeconds"),
        ({"workspaceId": "nowhere"}, "unknown_workspace", "workspace"),
    ],
)
async def test_a_schedule_that_cannot_be_is_refused_by_its_field(
    chat: Served, change: dict[str, Any], code: str, word: str
) -> None:
    body = {"prompt": "Look.", "cron": "0 8 * * *", **change}
    reply = await chat.client.post("/api/schedules", json=body)
    assert (reply.status_code, reply.json()["code"]) == (422, code), reply.text
    assert word in reply.json()["error"].lower() or word in reply.json()["error"]
    assert (await chat.client.get("/api/schedules")).json()["schedules"] == []


async def test_the_next_runs_are_seen_in_the_time_of_the_host_before_anything_is_saved(
    dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.zone.tzlocal.get_localzone_name", lambda: "America/New_York")
    async with serve(settings(tmp_path, NINEROUTER_URL=gateway.url), dsns) as served:
        shown = (await served.client.get("/api/schedules/preview", params={"cron": "0 12 * * *"})).json()
        assert shown["zone"] == "America/New_York"
        assert {at[11:16] for at in shown["nextRuns"]} <= {"16:00", "17:00"}
        part = (await served.client.get("/schedules/preview", params={"cron": "0 12 * * *"})).text
        assert part.count(", 12:00") == 5
        assert "America/New_York" in part
        wrong = (await served.client.get("/schedules/preview", params={"cron": "0 25 * * *"})).text
        assert "hour" in wrong
        made = await make(served.client, "0 12 * * *")
        assert made["zone"] == "America/New_York"
        monkeypatch.setattr("app.zone.tzlocal.get_localzone_name", lambda: "Etc/UTC")
        page = (await served.client.get(f"/schedules/{made['id']}")).text
        assert "by the clock of America/New_York until it is saved here" in page


async def test_words_become_an_expression_that_is_seen_before_it_is_saved(
    chat: Served, gateway: ScriptedGateway
) -> None:
    gateway.completion = titled("`30 7 * * 1-5`")
    told = (
        await chat.client.post("/api/schedules/words", json={"words": "weekdays at half past seven"})
    ).json()
    assert (told["cron"], len(told["nextRuns"])) == ("30 7 * * 1-5", 5)
    assert gateway.completion_requests[0].json["messages"][1]["content"] == "weekdays at half past seven"
    form = {"prompt": "Look.", "words": "weekdays at half past seven"}
    page = (await chat.client.post("/schedules/new/words", data=form)).text
    assert 'value="30 7 * * 1-5"' in page
    assert page.count(", 07:30") == 5
    assert "Look." in page
    gateway.completion = titled("I cannot.")
    refused = await chat.client.post("/api/schedules/words", json={"words": "when I feel like it"})
    assert (refused.status_code, refused.json()["code"]) == (422, "not_understood")
    assert (await chat.client.get("/api/schedules")).json()["schedules"] == []


async def test_the_agent_proposes_a_schedule_and_its_owner_is_asked(
    chat: Served, gateway: ScriptedGateway
) -> None:
    proposal = asked("proposeSchedule", prompt="Look at the news.", cron="0 8 * * *", title="Press")
    gateway.answers(Reply.sse(call(proposal), stop("tool_calls")), says("It is set."))
    async with chat.client.stream("POST", "/api/chat", json=ask("Each morning look at the news")) as reply:
        await read(reply, is_asked)
    waiting = await question(chat.client)
    assert waiting["input"]["cron"] == "0 8 * * *"
    assert (await chat.client.get("/api/schedules")).json()["schedules"] == [], "never saved unseen"
    assert (await decide(chat.client, waiting["approvalId"], "approve")).status_code == 200

    async def saved() -> bool:
        return bool((await chat.client.get("/api/schedules")).json()["schedules"])

    await until(saved)


async def test_a_shorter_interval_of_looking_is_obeyed_at_once(
    chat: Served, gateway: ScriptedGateway, db: psycopg.Connection[Any]
) -> None:
    gateway.answers(says("Yes."))
    await runtime(chat, backgroundPollingMs=60_000)
    await runtime(chat, backgroundPollingMs=250)
    made = await make(chat.client)
    is_due(db, made["id"])
    began = datetime.now(UTC)
    await fired(chat.client, made["id"])
    assert datetime.now(UTC) - began < timedelta(seconds=5)
