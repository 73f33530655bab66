"""Schedules in a real browser, at both sizes: words become times that are seen, saved, run, switched and deleted."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import Troubles, scrolls_sideways
from tests.e2e.test_agents import shoot

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])
async def test_a_schedule_is_made_of_words_run_and_deleted(
    page: Page, troubles: Troubles, width: int, height: int
) -> None:
    troubles.expect("status of 422")
    await page.set_viewport_size({"width": width, "height": height})
    await page.goto("/schedules")
    await page.get_by_role("link", name="New schedule").click()
    await page.get_by_label("What is to be done").fill("Count to 3")
    await page.get_by_label("When, in words").fill("every weekday at 7:30")
    await page.get_by_role("button", name="Suggest").click()
    cron = page.get_by_label("When, as a cron expression")
    await expect(cron).to_have_value("30 7 * * 1-5")
    runs = page.locator(".next-runs li")
    await expect(runs).to_have_count(5)
    await expect(runs.first).to_contain_text("07:30")
    await cron.fill("0 25 * * *")
    await expect(page.locator("#preview")).to_contain_text("hour")
    await cron.fill("15 9 * * *")
    await expect(runs.first).to_contain_text("09:15")
    assert not await scrolls_sideways(page)
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("heading", name="Schedules / Count to 3")).to_be_visible()
    await page.get_by_role("button", name="Run now").click()
    await expect(page).to_have_url(re.compile("/tasks/"))
    await expect(page.locator(".task-head .tag")).to_have_text("completed", timeout=20_000)
    await page.goto("/schedules")
    row = page.get_by_role("list", name="Schedules").get_by_role("listitem")
    await expect(row).to_contain_text("15 9 * * *")
    await row.get_by_role("button", name="Switch Count to 3 off").click()
    await expect(row).to_contain_text("Off")
    assert not await scrolls_sideways(page)
    await row.get_by_role("link").click()
    await expect(page.locator(".schedule-runs")).to_contain_text("by hand")
    await page.get_by_role("button", name="Delete").click()
    await expect(row).to_have_count(0)
    await page.get_by_role("button", name="Undo").click()
    await expect(row).to_have_count(1)
    await row.get_by_role("link").click()
    await page.get_by_role("button", name="Delete").click()


async def test_the_looks_of_schedules(page: Page, artifacts: Path) -> None:
    await page.goto("/schedules")
    await shoot(page, artifacts, "schedules-none")
    for prompt, cron in (
        ("Look through the news and tell me what is new", "0 7 * * 1-5"),
        ("Pay the rent", "0 9 L * *"),
    ):
        await page.goto("/schedules/new")
        await page.get_by_label("What is to be done").fill(prompt)
        await page.get_by_label("When, as a cron expression").fill(cron)
        await page.get_by_role("button", name="Save").click()
        await expect(page.get_by_role("button", name="Run now")).to_be_visible()
    await page.get_by_role("button", name="Run now").click()
    await expect(page.locator(".task-head .tag")).to_have_text("completed", timeout=20_000)
    await page.goto("/schedules")
    await shoot(page, artifacts, "schedules")
    await page.get_by_role("link", name="Pay the rent").click()
    await shoot(page, artifacts, "schedule")
    for name in ("Pay the rent", "Look through the news"):
        await page.goto("/schedules")
        await page.get_by_role("link", name=name).click()
        await page.get_by_role("button", name="Delete").click()
        await expect(page.get_by_role("button", name="Undo")).to_be_visible()
