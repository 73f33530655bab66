"""Logging in, seeing who is let in, and ending it, in a real browser."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from app.embedded import Dsns
from tests.e2e.browsing import Troubles, scrolls_sideways
from tests.e2e.conftest import opened
from tests.support import serve, settings

pytestmark = pytest.mark.asyncio(loop_scope="session")

KEY = "correct horse"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest_asyncio.fixture(loop_scope="session")
async def locked_page(
    dsns: Dsns, browser: Browser, troubles: Troubles, tmp_path: Path
) -> AsyncIterator[Page]:
    """A browser before a server with a key, where another one is logged in already."""
    async with serve(settings(tmp_path, POPAGENT_API_KEY=KEY), dsns) as running:
        await running.client.post("/login", data={"key": KEY}, headers={"user-agent": FIREFOX})
        async for page in opened(browser, running.url, troubles):
            yield page


async def log_in(page: Page, key: str) -> None:
    await page.get_by_label("Key").fill(key)
    await page.keyboard.press("Enter")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])
async def test_an_owner_logs_in_ends_another_login_and_logs_out(
    locked_page: Page, troubles: Troubles, artifacts: Path, width: int, height: int
) -> None:
    page = locked_page
    troubles.expect("status of 401")
    troubles.expect("status of 403")
    troubles.expect("status of 429")
    await page.set_viewport_size({"width": width, "height": height})
    await page.goto("/settings/logins")
    await expect(page.get_by_label("Key")).to_be_focused()
    await log_in(page, "a guess")
    await expect(page.get_by_text("This is not the key.")).to_be_visible()
    await log_in(page, KEY)
    await expect(page).to_have_url(re.compile("/settings/logins$"))
    rows = page.get_by_role("list", name="Logins").get_by_role("listitem")
    await expect(rows).to_have_count(2)
    for theme in ("light", "dark"):
        await page.emulate_media(color_scheme=theme)
        await page.screenshot(path=artifacts / f"logins-{width}-{theme}.png", animations="disabled")
    assert not await scrolls_sideways(page)
    await page.get_by_role("button", name="End the login of Firefox on Linux").click()
    await expect(rows).to_have_count(1)
    await page.get_by_role("button", name="Log out").click()
    # What the page asked for meanwhile is refused, and may be what leads to the form.
    await expect(page).to_have_url(re.compile(r"/login(\?next=/settings/logins)?$"))
    for _ in range(5):
        await log_in(page, "a guess")
        await expect(page.get_by_text("This is not the key.")).to_be_visible()
    await log_in(page, KEY)
    await expect(page.get_by_text("Too many attempts. Try again in 5 minutes.")).to_be_visible()
    await page.screenshot(path=artifacts / f"login-wait-{width}.png", animations="disabled")
