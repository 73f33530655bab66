"""How executions run, over JSON and on its page (contract R3, C3, C8, D3)."""

import asyncio
import re
from html import unescape
from pathlib import Path
from typing import Any

import psycopg
import pytest

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, stop, text
from tests.support import Served, serve, settings
from tests.web.talking import say

API = "/api/settings/agent-runtime"
PAGE = "/settings/agent-runtime"


@pytest.fixture
async def gateway() -> Any:
    async with ScriptedGateway() as scripted:
        scripted.models = Reply.body({"data": [{"id": "small"}, {"id": "big"}]})
        yield scripted


async def change(chat: Served, status: int = 200, **body: Any) -> dict[str, Any]:
    if "revision" not in body:
        body["revision"] = (await chat.client.get(API)).json()["revision"]
    reply = await chat.client.patch(API, json=body)
    assert reply.status_code == status, reply.text
    found: dict[str, Any] = reply.json()
    return found


def row(dsns: Dsns) -> dict[str, Any]:
    with psycopg.connect(dsns.application) as db:
        found = db.execute("select settings from settings.agent_runtime()").fetchone()
    assert found is not None
    return dict(found[0])


# ---- JSON ----


async def test_all_settings_are_told_as_seeded(chat: Served) -> None:
    stored = (await chat.client.get(API)).json()
    assert stored.pop("updatedAt").endswith("Z")
    assert stored == {
        "defaultModel": "",
        "supervisorMaxSteps": 24,
        "specialistMaxSteps": 16,
        "toolCallConcurrency": 4,
        "processorRetries": 2,
        "finalResponseFeedback": stored["finalResponseFeedback"],
        "delegationContextMessages": 12,
        "delegationContextCharacters": 24000,
        "delegationResultCharacters": 12000,
        "delegationFailureText": stored["delegationFailureText"],
        "delegationTruncationText": stored["delegationTruncationText"],
        "backgroundConcurrency": 2,
        "backgroundPollingMs": 2000,
        "backgroundTimeoutSeconds": 1800,
        "backgroundStaleAfterSeconds": 3600,
        "revision": 1,
    }


async def test_what_is_named_changes_and_the_rest_stays(chat: Served, dsns: Dsns) -> None:
    before = row(dsns)
    changed = await change(chat, supervisorMaxSteps=3, delegationTruncationText="[cut]")
    assert (changed["supervisorMaxSteps"], changed["delegationTruncationText"]) == (3, "[cut]")
    assert changed["revision"] == 2
    assert row(dsns) == before | {
        "supervisor_max_steps": 3,
        "delegation_truncation_text": "[cut]",
        "revision": 2,
        "updated_at": row(dsns)["updated_at"],
    }


async def test_a_stale_change_is_shown_what_is_stored(chat: Served) -> None:
    current = await change(chat, processorRetries=0)
    stale = await change(chat, 409, revision=1, processorRetries=5)
    assert stale == {"error": "revision conflict", "code": "revision_conflict", "settings": current}


async def test_of_changes_that_come_together_one_is_stored(chat: Served, dsns: Dsns) -> None:
    changes = [chat.client.patch(API, json={"revision": 1, "processorRetries": n}) for n in range(6)]
    replies = await asyncio.gather(*changes)
    assert sorted(reply.status_code for reply in replies) == [200, 409, 409, 409, 409, 409]
    assert row(dsns)["revision"] == 2


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 400, "revision"),
        ({"revision": 1, "updatedAt": "2027-01-01T00:00:00Z"}, 400, "updatedAt"),
        ({"revision": 1, "supervisor_max_steps": 5}, 400, "supervisor_max_steps"),
        ({"revision": 1, "supervisorMaxSteps": "5"}, 400, "supervisorMaxSteps"),
        ({"revision": 1, "supervisorMaxSteps": 5.0}, 400, "supervisorMaxSteps"),
        ({"revision": 1, "supervisorMaxSteps": True}, 400, "supervisorMaxSteps"),
        ({"revision": 1, "defaultModel": 5}, 400, "defaultModel"),
        ({"revision": 1, "supervisorMaxSteps": 0}, 422, "supervisorMaxSteps"),
        ({"revision": 1, "supervisorMaxSteps": 10**30}, 422, "supervisorMaxSteps"),
        ({"revision": 1, "delegationResultCharacters": 199}, 422, "delegationResultCharacters"),
        ({"revision": 1, "finalResponseFeedback": "  "}, 422, "finalResponseFeedback"),
        ({"revision": 1, "delegationTruncationText": "x" * 401}, 422, "delegationTruncationText"),
        ({"revision": 1, "defaultModel": "m" * 201}, 422, "defaultModel"),
        ({"revision": 0, "processorRetries": 1}, 422, "revision"),
    ],
)
async def test_bad_bodies_are_refused_by_field(
    chat: Served, dsns: Dsns, body: dict[str, Any], status: int, field: str
) -> None:
    reply = await chat.client.patch(API, json=body)
    assert reply.status_code == status, reply.text
    assert field in [each["field"] for each in reply.json()["fields"]]
    assert row(dsns)["revision"] == 1


async def test_a_model_must_be_one_that_the_gateway_lists(chat: Served, gateway: ScriptedGateway) -> None:
    refused = await change(chat, 422, defaultModel="gone")
    assert refused["code"] == "unknown_model"
    assert "gone" in refused["error"]
    assert (await change(chat, defaultModel=" big "))["defaultModel"] == "big"
    gateway.answers(Reply.sse(text("ok"), stop()))
    await say(chat.client, "hello")
    assert gateway.requests[-1].json["model"] == "big"


async def test_while_the_catalogue_is_away_a_model_is_stored_with_a_warning(
    dsns: Dsns, tmp_path: Path
) -> None:
    async with ScriptedGateway() as away:
        away.models = Reply.body({"error": "down"}, 500)
        async with serve(settings(tmp_path, NINEROUTER_URL=away.url), dsns) as chat:
            changed = await change(chat, defaultModel="unheard-of")
            assert changed["defaultModel"] == "unheard-of"
            assert "could not be asked" in changed["warning"]
            assert "warning" not in await change(chat, processorRetries=1)


async def test_a_stored_model_that_is_gone_is_told_and_does_not_stand_in_the_way(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    with psycopg.connect(dsns.application, autocommit=True) as db:
        db.execute("update popagent_agent_runtime_settings set default_model = 'gone'")
    assert (await change(chat, processorRetries=1, defaultModel="gone"))["processorRetries"] == 1
    assert "no longer lists the default model gone" in (await chat.client.get(PAGE)).text


async def test_a_change_applies_to_the_next_execution(
    chat: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(*[Reply.sse(text("ok"), stop())] * 2)
    await say(chat.client, "hello")
    await change(chat, supervisorMaxSteps=1)
    await say(chat.client, "hello", id="m2")
    assert "tools" in gateway.requests[-2].json
    assert "tools" not in gateway.requests[-1].json, "its one step is the last, which is offered none"
    with psycopg.connect(dsns.application) as db:
        kept = db.execute(
            "select settings ->> 'supervisor_max_steps' from popagent_executions order by started_at"
        )
        assert [one for (one,) in kept] == ["24", "1"], "each execution keeps its snapshot"


async def test_a_missing_row_is_told_and_never_made_anew(chat: Served, dsns: Dsns) -> None:
    with psycopg.connect(dsns.application, autocommit=True) as db:
        db.execute("delete from popagent_agent_runtime_settings")
        for reply in (
            await chat.client.get(API),
            await chat.client.patch(API, json={"revision": 1, "processorRetries": 1}),
            await chat.client.get(PAGE),
            await chat.client.get("/settings"),
            await chat.client.post(PAGE, data={"revision": "1", "processor_retries": "1"}),
        ):
            assert reply.status_code == 503, reply.text
            assert "popagent_agent_runtime_settings" in reply.text
        found = db.execute("select count(*) from popagent_agent_runtime_settings").fetchone()
        assert found == (0,)


# ---- The page ----


async def fields(chat: Served) -> dict[str, str]:
    """What the page's form holds, as a browser would send it."""
    page = (await chat.client.get(PAGE)).text
    held = dict(re.findall(r'<input [^>]*?name="(\w+)"[^>]*? value="([^"]*)"', page))
    held |= dict(re.findall(r'<textarea [^>]*?name="(\w+)"[^>]*>\n(.*?)</textarea>', page, re.S))
    return {name: unescape(value) for name, value in held.items()}


async def test_saving_the_form_as_it_came_changes_nothing(chat: Served, dsns: Dsns) -> None:
    held = await fields(chat)
    assert set(held) == {*row(dsns), "revision"} - {"updated_at"}
    reply = await chat.client.post(PAGE, data=held)
    assert (reply.status_code, reply.headers["location"]) == (303, f"{PAGE}?saved=1")
    assert row(dsns)["revision"] == 1


async def test_the_form_saves_what_was_typed_and_says_so(chat: Served, dsns: Dsns) -> None:
    held = await fields(chat) | {"supervisor_max_steps": " 7 ", "final_response_feedback": "Go\r\non."}
    reply = await chat.client.post(PAGE, data=held)
    assert reply.status_code == 303
    assert (row(dsns)["supervisor_max_steps"], row(dsns)["final_response_feedback"]) == (7, "Go\non.")
    assert "Saved." in (await chat.client.get(reply.headers["location"])).text
    assert "Saved." not in (await chat.client.get(f"{PAGE}?saved=1")).text


async def test_a_stale_form_shows_both_and_keeps_what_was_typed(chat: Served, dsns: Dsns) -> None:
    held = await fields(chat)
    await change(chat, supervisorMaxSteps=9)
    reply = await chat.client.post(PAGE, data=held | {"processor_retries": "5"})
    assert reply.status_code == 409
    shown = re.sub(r"\s+", " ", reply.text)
    assert (
        "Steps of an answer: stored now <strong><bdi>9</bdi></strong>, yours <strong><bdi>24</bdi>" in shown
    )
    assert (
        "More tries for an answer: stored now <strong><bdi>2</bdi></strong>, yours <strong><bdi>5</bdi>"
        in shown
    )
    assert 'name="revision" value="2"' in shown
    assert row(dsns)["processor_retries"] == 2


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("supervisor_max_steps", "201", "A whole number from 1 to 200 is needed."),
        ("supervisor_max_steps", "9" * 40, "A whole number is needed."),
        ("supervisor_max_steps", "many", "A whole number is needed."),
        ("supervisor_max_steps", "", "A whole number is needed."),
        ("delegation_truncation_text", "", "1 to 400 characters are needed."),
        ("default_model", "<b>gone", "The gateway does not offer the model &#34;&lt;b&gt;gone&#34;."),
    ],
)
async def test_what_cannot_be_stored_is_marked_and_kept(
    chat: Served, dsns: Dsns, name: str, value: str, told: str
) -> None:
    reply = await chat.client.post(PAGE, data=await fields(chat) | {name: value, "processor_retries": "5"})
    assert reply.status_code in (400, 422)
    assert told in reply.text
    assert f'id="fault-{name}"' in reply.text
    assert "Nothing was saved" in reply.text
    held = re.search(r'name="processor_retries"[^>]* value="(\d+)"', reply.text)
    assert held is not None
    assert held[1] == "5"
    assert row(dsns)["revision"] == 1


async def test_one_setting_goes_back_to_its_seed_and_the_rest_of_the_form_is_kept(
    chat: Served, dsns: Dsns
) -> None:
    await change(chat, supervisorMaxSteps=7, processorRetries=9)
    page = (await chat.client.get(PAGE)).text
    assert page.count("Back to the seed") == 2
    assert "Yours; seeded with 24" in page
    reply = await chat.client.post(
        PAGE, data=await fields(chat) | {"back": "supervisor_max_steps", "tool_call_concurrency": "8"}
    )
    assert reply.status_code == 200
    assert "“Steps of an answer” is as seeded again" in reply.text
    assert re.search(r'name="tool_call_concurrency"[^>]* value="8"', reply.text)
    stored = row(dsns)
    assert (stored["supervisor_max_steps"], stored["processor_retries"], stored["tool_call_concurrency"]) == (
        24,
        9,
        4,
    )
    again = await chat.client.post(PAGE, data=await fields(chat) | {"back": "processor_retries"})
    assert (again.status_code, row(dsns)["processor_retries"]) == (303, 2)


@pytest.mark.parametrize("form", [{}, {"revision": "x"}, {"revision": "9" * 30, "processor_retries": "1"}])
async def test_a_form_without_a_revision_of_ours_changes_nothing(
    chat: Served, dsns: Dsns, form: dict[str, str]
) -> None:
    reply = await chat.client.post(PAGE, data=form)
    assert reply.status_code in (303, 409)
    assert row(dsns)["revision"] == 1
    odd = await chat.client.post(PAGE, data={"revision": "1", "back": "singleton"})
    assert odd.status_code == 400
