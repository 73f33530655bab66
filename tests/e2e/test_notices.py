"""Notifications in a real browser: the title of a page that nobody looks at, what the browser is asked, settings."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import scrolls_sideways
from tests.e2e.test_agents import shoot

pytestmark = pytest.mark.asyncio(loop_scope="session")

#: A page behind others, with a browser that may notify; what it would show is kept.
_HIDDEN = """
Object.defineProperty(document, "hidden", { get: () => window.behind ?? false });
window.shown = [];
window.Notification = class { static permission = "granted"; constructor(title, more) { window.shown.push(more.body); }
    addEventListener() {} };
"""


async def test_a_page_behind_others_says_that_a_task_is_done_until_it_is_seen(page: Page) -> None:
    await page.add_init_script(_HIDDEN)
    await page.goto("/settings/notifications")
    await expect(page.locator("[data-notify-state]")).to_contain_text("shows notifications")
    await page.evaluate("window.behind = true; document.dispatchEvent(new Event('visibilitychange'))")
    made = await page.request.post("/api/tasks", data={"prompt": "Count to 3", "title": "Counting"})
    assert made.status == 201
    await expect(page).to_have_title(re.compile("● Done: Counting"), timeout=20_000)
    assert await page.evaluate("window.shown") == ["Done: Counting"]
    await page.evaluate("window.behind = false; document.dispatchEvent(new Event('visibilitychange'))")
    await expect(page).to_have_title("Notifications – popagent")


async def test_the_looks_of_notifications(page: Page, artifacts: Path) -> None:
    await page.goto("/settings")
    await page.get_by_role("link", name="Notifications").click()
    await expect(page.get_by_role("heading", name="Newest notifications")).to_be_visible()
    assert not await scrolls_sideways(page)
    await shoot(page, artifacts, "notifications")
