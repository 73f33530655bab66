"""The pages of agents as plain HTTP: forms without script, clear answers to bad input, nothing lost."""

import re
from html import unescape
from typing import Any

import httpx2
import psycopg
import pytest

from app.embedded import Dsns
from tests.support import Served

HTMX = {"HX-Request": "true"}
HOSTILE = """<script>alert(1)</script><img src=x onerror=alert(1)> "'></textarea></div> {{7*7}}
<hx-partial hx-target="body">"""


@pytest.fixture
def client(chat: Served) -> httpx2.AsyncClient:
    return chat.client


async def stored(client: httpx2.AsyncClient, id: str = "reviewer") -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(f"/api/agents/{id}")).json()
    return found


async def form(client: httpx2.AsyncClient, id: str = "reviewer") -> dict[str, Any]:
    """What an agent's form holds, as a browser would send it."""
    page = (await client.get(f"/agents/{id}")).text
    held: dict[str, Any] = {}
    for name in ("revision", "name"):
        found = re.search(rf'<input [^>]*?name="{name}"[^>]*? value="([^"]*)"', page)
        assert found is not None
        held[name] = unescape(found[1])
    for name, text in re.findall(r'<textarea [^>]*?name="(\w+)"[^>]*>\n(.*?)</textarea>', page, re.S):
        held[name] = unescape(text)
    for name in ("workspace_access", "browser_access"):
        chosen = re.search(rf'<select id="{name}".*?<option value="([\w-]+)" selected>', page, re.S)
        assert chosen is not None
        held[name] = chosen[1]
    if re.search(r'name="delegation_eligible"[^>]* checked', page):
        held["delegation_eligible"] = "on"
    held["tools"] = re.findall(r'name="tools" value="(\w+)" checked', page)
    return held


async def test_the_page_lists_the_agents_and_who_may_do_what(client: httpx2.AsyncClient) -> None:
    page = (await client.get("/agents")).text
    assert re.findall(r'id="a-(\w+)"', page) == ["popagent", "researcher", "implementer", "reviewer"]
    assert page.count("<tr>") == 5
    assert "given to popagent" in page
    part = (await client.get("/agents", headers=HTMX)).text
    assert "<html" not in part
    assert 'id="pane"' in part


async def test_saving_the_form_as_it_came_changes_nothing(client: httpx2.AsyncClient) -> None:
    for id in ("popagent", "reviewer"):
        before = await stored(client, id)
        reply = await client.post(f"/agents/{id}", data=await form(client, id))
        assert (reply.status_code, reply.headers["location"]) == (303, f"/agents/{id}")
        assert await stored(client, id) == before


async def test_the_form_saves_and_the_change_can_be_taken_back(client: httpx2.AsyncClient) -> None:
    before = await stored(client)
    held = await form(client) | {
        "name": "Critic",
        "instructions": "Find faults.\r\nAll of them.",
        "workspace_access": "none",
        "tools": ["remember"],
    }
    del held["delegation_eligible"]
    reply = await client.post("/agents/reviewer", data=held)
    assert reply.status_code == 200
    changed = await stored(client)
    assert (changed["name"], changed["workspaceAccess"], changed["tools"]) == ("Critic", "none", ["remember"])
    assert changed["instructions"] == "Find faults.\nAll of them."
    assert changed["delegationEligible"] is False
    token = re.search(r'name="token" value="([^"]+)"', reply.text)
    assert token is not None
    back = await client.post("/agents/reviewer/undo", data={"token": token[1]})
    assert (back.status_code, back.headers["location"]) == (303, "/agents/reviewer")
    after = await stored(client)
    assert after["revision"] == 3
    assert {k: v for k, v in after.items() if k not in ("revision", "updatedAt")} == {
        k: v for k, v in before.items() if k not in ("revision", "updatedAt")
    }
    for where, what in (
        ("reviewer", token[1]),
        ("popagent", token[1]),
        ("reviewer", "nonsense"),
        ("reviewer", ""),
    ):
        late = await client.post(f"/agents/{where}/undo", data={"token": what})
        assert late.status_code == 409
        assert "cannot be undone any more" in late.text
    assert (await client.post("/memories/undo", data={"token": token[1]})).status_code == 409
    assert (await stored(client))["revision"] == 3


async def test_a_stale_form_shows_both_and_keeps_what_was_typed(client: httpx2.AsyncClient) -> None:
    held = await form(client)
    other = {"revision": 1, "name": "Stored <b>name", "instructions": "Stored role."}
    assert (await client.patch("/api/agents/reviewer", json=other)).status_code == 200
    reply = await client.post("/agents/reviewer", data=held | {"name": "My <i>name"})
    assert reply.status_code == 409
    assert "Name, as stored now: <strong><bdi>Stored &lt;b&gt;name</bdi>" in reply.text
    assert '<pre dir="auto">Stored role.</pre>' in reply.text
    assert 'value="My &lt;i&gt;name"' in reply.text
    assert 'name="revision" value="2"' in reply.text
    assert "Browser, as stored now" not in reply.text
    part = await client.post("/agents/reviewer", data=held, headers=HTMX)
    assert (part.status_code, part.headers["hx-retarget"]) == (409, "#pane")
    assert (await stored(client))["name"] == "Stored <b>name"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("name", " ", "1 to 100 characters are needed."),
        ("instructions", "i" * 60_001, "1 to 60000 characters are needed."),
        ("workspace_access", "all", "None, read-only or writable is needed."),
        ("tools", ["two words"], "A name has 1 to 64 letters"),
        ("tools", ["nothing"], "There is no tool called nothing."),
    ],
)
async def test_what_cannot_be_stored_is_marked_and_kept(
    client: httpx2.AsyncClient, name: str, value: Any, told: str
) -> None:
    reply = await client.post(
        "/agents/reviewer", data=await form(client) | {"description": "Mine.", name: value}
    )
    assert reply.status_code == 422
    assert told in reply.text
    assert "Nothing was saved" in reply.text
    assert "Mine.</textarea>" in reply.text
    assert (await stored(client))["revision"] == 1


async def test_tools_that_do_not_exist_are_shown_as_errors_and_can_be_taken_out(
    client: httpx2.AsyncClient, dsns: Dsns
) -> None:
    with psycopg.connect(dsns.application, autocommit=True) as db:
        db.execute(
            "update popagent_agents set tools = array['zeta', 'remember', '<i>'] where id = 'reviewer'"
        )
    page = (await client.get("/agents/reviewer")).text
    assert "tools that popagent does not have: <code>zeta</code>, <code>&lt;i&gt;</code>" in page
    assert "2 unknown tools" in page
    held = await form(client)
    assert held["tools"] == ["remember", "zeta"]
    assert (
        await client.post("/agents/reviewer", data=held | {"tools": ["remember", "zeta"]})
    ).status_code == 200
    assert (await stored(client))["tools"] == ["zeta", "remember"], "those that stay keep their order"
    assert "<code>&lt;i&gt;</code>" not in (await client.get("/agents/reviewer")).text


async def test_how_a_tool_may_be_used_is_decided_at_once(client: httpx2.AsyncClient) -> None:
    reply = await client.post("/agents/tools/remember", data={"policy": "ask", "from": "popagent"})
    assert (reply.status_code, reply.headers["location"]) == (303, "/agents/popagent#tool-remember")
    assert '<option value="ask" selected>' in (await client.get("/agents/reviewer")).text
    part = await client.post("/agents/tools/remember", data={"policy": "never"}, headers=HTMX)
    assert "Decided for remember" in part.text
    for key, policy, status in (("remember", "x", 422), ("nothing", "ask", 404), ("remember", "", 422)):
        assert (await client.post(f"/agents/tools/{key}", data={"policy": policy})).status_code == status
    led = await client.post(
        "/agents/tools/remember", data={"policy": "ask", "from": "//evil.example\r\nx: y"}
    )
    assert led.headers["location"].startswith("/agents/%2F%2Fevil")
    assert (await client.get("/api/tools")).json()["tools"][0]["policy"] == "ask"


@pytest.mark.parametrize("id", ["nobody", "no id", "x" * 80, "<i>"])
async def test_an_agent_that_is_not_there_is_told_in_its_place(client: httpx2.AsyncClient, id: str) -> None:
    reply = await client.get(f"/agents/{id}")
    assert reply.status_code == 404
    assert "This agent is not here" in reply.text
    assert (await client.post(f"/agents/{id}", data={"revision": "1"})).status_code == 404


@pytest.mark.parametrize("revision", ["", "x", "0", "9" * 30])
async def test_a_form_without_a_revision_of_ours_changes_nothing(
    client: httpx2.AsyncClient, revision: str
) -> None:
    reply = await client.post(
        "/agents/reviewer", data=await form(client) | {"revision": revision, "name": "x"}
    )
    assert reply.status_code in (409, 422)
    assert (await stored(client))["revision"] == 1


async def test_the_preview_is_exactly_what_a_model_would_be_given(client: httpx2.AsyncClient) -> None:
    hostile = {"revision": 2, "name": HOSTILE[:90], "description": HOSTILE, "instructions": HOSTILE}
    assert (await client.patch("/api/agents/popagent", json=hostile)).status_code == 200
    page = (await client.get("/agents/popagent")).text
    shown = re.findall(r'<pre dir="auto">(.*?)</pre>', page, re.S)
    message = (await stored(client, "popagent"))["systemMessage"]
    assert unescape(shown[-1]) == message
    assert f"The exact system message, {len(message):,} characters" in page
    assert "<script>alert" not in page
    assert "<hx-partial" not in page
    assert "49" not in re.sub(r"\?v=\w+", "", re.findall(r"<title>.*?</title>", page)[0])


async def test_the_settings_are_listed_with_how_they_are(client: httpx2.AsyncClient) -> None:
    page = (await client.get("/settings")).text
    for address in ("/settings/agent-runtime", "/settings/memory-meaning", "/agents"):
        assert f'href="{address}"' in page
    assert '<span class="tag">off</span>' in page
