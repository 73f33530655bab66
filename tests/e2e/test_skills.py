"""The skills of an agent in a real browser, at both sizes: written, tried, switched, moved, imported."""

from pathlib import Path

import pytest
from playwright.async_api import FilePayload, Page, expect

from tests.e2e.browsing import Troubles, scrolls_sideways
from tests.e2e.test_agents import shoot
from tests.gateway.scripted import Reply, ScriptedGateway, stop, text
from tests.support import Served
from tests.web.talking import say

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])
SHARED = b"""---
name: tea-ceremony
description: How tea is made here. Use it whenever tea is mentioned.
---
# Tea
Warm the pot first.
"""


@SIZES
async def test_a_skill_is_written_offered_switched_off_and_moved(
    scripted: Served,
    scripted_page: Page,
    gateway: ScriptedGateway,
    troubles: Troubles,
    width: int,
    height: int,
) -> None:
    page = scripted_page
    troubles.expect("status of 422")
    await page.set_viewport_size({"width": width, "height": height})
    await page.goto("/agents/popagent/skills")
    await page.get_by_role("link", name="New skill").click()
    await page.get_by_label("Name", exact=True).fill("Not A Name")
    await page.get_by_label("Description").fill("How letters are written. Use it for every letter.")
    await page.get_by_label("Instructions").fill("# Letters\nBe brief.")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("#pane").get_by_role("alert")).to_contain_text("Nothing was saved")
    await expect(page.get_by_label("Instructions")).to_have_value("# Letters\nBe brief.")
    await page.get_by_label("Name", exact=True).fill("letters")
    await page.get_by_role("button", name="Save").click()
    rows = page.locator(".skill-row")
    await expect(rows).to_have_count(3)
    gateway.answers(Reply.sse(text("Yes."), stop()))
    await say(scripted.client, "A letter, please")
    assert "<name>letters</name>" in gateway.requests[-1].json["messages"][0]["content"]
    await page.get_by_role("button", name="Switch letters off").click()
    await expect(rows.filter(has_text="letters").locator(".tag")).to_have_text("Off")
    await page.get_by_role("button", name="Move letters down").click()
    await expect(rows.nth(1)).to_contain_text("letters")
    gateway.answers(Reply.sse(text("Yes."), stop()))
    await say(scripted.client, "Another letter", id="m2")
    assert "<name>letters</name>" not in gateway.requests[-1].json["messages"][0]["content"]
    assert not await scrolls_sideways(page)


@SIZES
async def test_a_shared_skill_is_read_shown_and_stored_only_when_it_is_saved(
    scripted_page: Page, width: int, height: int
) -> None:
    page = scripted_page
    await page.set_viewport_size({"width": width, "height": height})
    await page.goto("/agents/researcher/skills")
    before = await page.locator(".skill-row").count()
    shared = FilePayload(name="SKILL.md", mimeType="text/markdown", buffer=SHARED)
    await page.get_by_label("Import a skill").set_input_files(shared)
    await page.get_by_role("button", name="Read it").click()
    await expect(page.get_by_label("Name", exact=True)).to_have_value("tea-ceremony")
    await expect(page.get_by_role("status").first).to_contain_text("Nothing is stored before you save")
    await page.goto("/agents/researcher/skills")
    await expect(page.locator(".skill-row")).to_have_count(before)
    await page.get_by_label("Import a skill").set_input_files(shared)
    await page.get_by_role("button", name="Read it").click()
    await expect(page.get_by_label("Name", exact=True)).to_have_value("tea-ceremony")
    await page.get_by_role("button", name="Save").click()
    await page.goto("/agents/researcher/skills")
    await expect(page.locator(".skill-row")).to_have_count(before + 1)
    assert not await scrolls_sideways(page)


async def test_the_looks_of_skills(scripted_page: Page, artifacts: Path) -> None:
    page = scripted_page
    await page.goto("/agents/popagent/skills")
    await shoot(page, artifacts, "skills")
    await page.locator(".skill-row a").first.click()
    await expect(page.get_by_label("Instructions")).to_be_visible()
    await shoot(page, artifacts, "skill")
