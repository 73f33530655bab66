"""Hooks in a real browser, at both sizes: made, tried, ordered, seen beside an answer, deleted and brought back."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.e2e.browsing import Troubles, ask, scrolls_sideways
from tests.e2e.test_agents import shoot
from tests.web.hooking import Scripts

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session", autouse=True)
async def no_hooks_left(page: Page) -> AsyncIterator[None]:
    """The server is that of all browser tests of this process."""
    yield
    for hook in (await (await page.request.get("/api/hooks")).json())["hooks"]:
        await page.request.delete(f"/api/hooks/{hook['id']}")


async def make(page: Page, event: str, script: str, matcher: str = "") -> None:
    await page.goto("/settings/hooks/new")
    await page.get_by_label("Event").select_option(event)
    await page.get_by_label("Only for").fill(matcher)
    await page.get_by_label("Program and arguments").fill(script)
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("heading", name=script)).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])
async def test_a_hook_is_made_tried_seen_at_work_and_deleted(
    page: Page, troubles: Troubles, tmp_path: Path, width: int, height: int
) -> None:
    troubles.expect("status of 422")
    script = Scripts(tmp_path)
    await page.set_viewport_size({"width": width, "height": height})
    await page.goto("/settings")
    await page.get_by_role("link", name="Hooks").click()
    await expect(page.get_by_text("There are no hooks yet.")).to_be_visible()
    await page.get_by_role("link", name="New hook").click()
    await page.get_by_label("An address that is posted to").check()
    await expect(page.get_by_label("Program and arguments")).to_be_hidden()
    await page.get_by_label("A command on this machine").check()
    await page.get_by_label("Event").select_option("PreToolUse")
    await page.get_by_label("Program and arguments").fill("/nowhere/guard")
    await page.get_by_label("Only for").fill("remember")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("alert")).to_contain_text("there is no program at /nowhere/guard")
    await expect(page.get_by_label("Only for")).to_have_value("remember")
    guard = script("echo 'Nothing is remembered today' >&2; exit 2")
    await page.get_by_label("Program and arguments").fill(guard)
    await page.get_by_role("button", name="Save").click()
    await page.get_by_role("button", name="Try it on a sample").click()
    await expect(page.locator(".note")).to_contain_text("blocked, exit code 2")
    await expect(page.locator(".note")).to_contain_text("Nothing is remembered today")
    await expect(page.locator(".hook-runs li")).to_have_count(1)
    assert not await scrolls_sideways(page)

    await page.goto("/")
    await ask(page, "Please remember that I prefer tea")
    fold = page.locator(".answer").last.locator(".hooks-fold")
    await fold.locator("summary").click()
    await expect(fold.locator(".hook-runs li")).to_have_count(1)
    await expect(fold).to_contain_text("PreToolUse remember")
    await expect(fold).to_contain_text("blocked")

    await make(page, "PreToolUse", script("exit 0"))
    await page.goto("/settings/hooks")
    rows = page.locator(".hook-row")
    await rows.nth(1).get_by_role("button", name="up").click()
    await expect(rows.nth(1)).to_contain_text(guard)
    await rows.nth(1).get_by_role("button", name="Switch off").click()
    await expect(rows.nth(1)).to_contain_text("Off")
    assert not await scrolls_sideways(page)
    await rows.nth(1).get_by_role("link").click()
    await page.get_by_role("button", name="Delete").click()
    await expect(rows).to_have_count(1)
    await page.get_by_role("button", name="Undo").click()
    await expect(rows).to_have_count(2)


async def test_the_looks_of_hooks(page: Page, artifacts: Path, tmp_path: Path) -> None:
    script = Scripts(tmp_path)
    await make(page, "UserPromptSubmit", script("exit 0"))
    await make(page, "PreToolUse", script("echo no >&2; exit 2"), "remember")
    await make(page, "PreToolUse", script("exit 0"))
    await page.get_by_role("button", name="Try it on a sample").click()
    await shoot(page, artifacts, "hook")
    await page.goto("/settings/hooks")
    await shoot(page, artifacts, "hooks")
    await page.goto("/settings/hooks/new")
    await page.get_by_label("An address that is posted to").check()
    await shoot(page, artifacts, "hook-new")
    await page.goto("/")
    await ask(page, "Please remember that I prefer tea")
    await page.locator(".answer").last.locator(".hooks-fold summary").click()
    await expect(page.locator(".answer").last.locator(".hook-runs li").first).to_be_visible()
    await shoot(page, artifacts, "hooks-in-chat")
