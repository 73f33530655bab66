"""A tool that waits for its owner, in a browser: asked, allowed, refused, in other tabs and on small screens."""

import json
import re
from pathlib import Path

import httpx2
import pytest
from playwright.async_api import Locator, Page, expect

from app.embedded import Dsns
from tests.e2e.browsing import Troubles, ended, scrolls_sideways, send
from tests.e2e.test_memories import _FAINT
from tests.gateway.scripted import Reply, ScriptedGateway, call, stop, text
from tests.support import Served
from tests.web.test_approval import facts

pytestmark = pytest.mark.asyncio(loop_scope="session")

_SIZES = {1280: 800, 390: 844}


def remember(content: str, id: str = "c1") -> Reply:
    function = {"name": "remember", "arguments": json.dumps({"content": content})}
    asked = {"index": 0, "id": id, "type": "function", "function": function}
    return Reply.sse(text("Let me keep that in mind. "), call(asked), stop("tool_calls"))


def question(page: Page) -> Locator:
    return page.locator(".approval")


async def ask_first(scripted: Served) -> None:
    reply = await scripted.client.patch("/api/tools/remember", json={"policy": "ask"})
    assert reply.status_code == 200


@pytest.mark.parametrize("width", list(_SIZES))
async def test_a_tool_is_allowed_by_a_button_under_its_call(
    scripted_page: Page, scripted: Served, gateway: ScriptedGateway, dsns: Dsns, artifacts: Path, width: int
) -> None:
    page = scripted_page
    await ask_first(scripted)
    await page.set_viewport_size({"width": width, "height": _SIZES[width]})
    await page.goto("/")
    gateway.answers(remember("I like teal, and <b>bold</b> words."), Reply.sse(text("I keep it."), stop()))
    await send(page, "Note what I like")
    await expect(question(page)).to_contain_text("May remember run?")
    await expect(question(page)).to_contain_text("I like teal, and <b>bold</b> words.")
    await expect(page.locator(".step")).to_have_text("Waits for you")
    await expect(page).to_have_title(re.compile("^Waits for you: "))
    await expect(page.locator("#announce")).to_have_text("A tool waits for your decision.")
    assert not await scrolls_sideways(page)
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await page.screenshot(path=artifacts / f"approval-{width}-{scheme}.png", caret="initial")
        assert await page.evaluate(_FAINT) == []
    assert facts(dsns) == []
    await page.get_by_role("button", name="Allow once").click()
    await ended(page)
    await expect(page.locator(".answer").last).to_contain_text("I keep it.")
    await expect(question(page)).to_have_count(0)
    await expect(page).not_to_have_title(re.compile("Waits"))
    assert facts(dsns) == ["I like teal, and <b>bold</b> words."]
    await page.reload()
    await expect(page.locator(".fold", has_text="remember")).to_contain_text("done")


async def test_what_one_tab_decides_the_others_show_and_never_is_not_asked_again(
    scripted_page: Page, scripted: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    page = scripted_page
    await ask_first(scripted)
    await page.goto("/")
    gateway.answers(remember("One."), remember("Two.", "c2"), Reply.sse(text("As you like."), stop()))
    await send(page, "Note it")
    await expect(question(page)).to_be_visible()
    other = await page.context.new_page()
    await other.goto(page.url)
    await expect(other.locator(".dot.waits").first).to_have_attribute("aria-label", "waits for you")
    await other.get_by_role("button", name="Never in this chat").click()
    await ended(other)
    await page.bring_to_front()
    await ended(page)
    for tab in (page, other):
        await expect(question(tab)).to_have_count(0)
        await expect(tab.locator(".answer").last).to_contain_text("As you like.")
        await expect(tab.locator(".fold .state").first).to_have_text("not allowed")
    await expect(page.locator(".dot.waits")).to_have_count(0)
    assert facts(dsns) == []


async def test_a_page_that_was_away_shows_what_was_decided_meanwhile(
    scripted_page: Page, scripted: Served, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    await ask_first(scripted)
    await page.goto("/")
    gateway.answers(remember("One."), Reply.sse(text("Ok."), stop()))
    await send(page, "Note it")
    address = await question(page).locator("form").get_attribute("action")
    troubles.expect("ERR_INTERNET_DISCONNECTED", "network")
    await page.context.set_offline(True)
    async with httpx2.AsyncClient(base_url=scripted.url) as client:
        reply = await client.post(str(address), data={"decision": "deny once"})
        assert reply.status_code == 303
    await page.context.set_offline(False)
    await ended(page)
    await expect(page.locator(".fold .state").first).to_have_text("not allowed")


async def test_stop_withdraws_the_question(
    scripted_page: Page, scripted: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    page = scripted_page
    await ask_first(scripted)
    await page.goto("/")
    gateway.answers(remember("One."))
    await send(page, "Note it")
    await expect(question(page)).to_be_visible()
    await page.get_by_role("button", name="Stop").click()
    await ended(page)
    await expect(question(page)).to_have_count(0)
    await expect(page.locator(".answer").last).to_contain_text("You stopped this answer.")
    await expect(page.locator(".fold .state").first).to_have_text("not run")
    assert facts(dsns) == []
