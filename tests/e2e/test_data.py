"""Taking everything along and cleaning up, in a browser."""

import re
from pathlib import Path

import psycopg
import pytest
from playwright.async_api import Page, expect

from app.embedded import Dsns
from tests.e2e.browsing import scrolls_sideways
from tests.transfer.helpers import exported

pytestmark = pytest.mark.asyncio(loop_scope="session")

_LEFT_OVER = """
    select thread.open(i, 'chat', 'popagent-user') from unnest(array['one', 'two']) i;
    select session.open('old', 'Old', null);
    update popagent_sessions set archived_at = now() - interval '40 days';
"""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_a_clean_up_is_chosen_asked_about_and_told(
    scripted_page: Page, dsns: Dsns, artifacts: Path, width: int, theme: str
) -> None:
    page = scripted_page
    with psycopg.connect(dsns.application) as connection:
        connection.execute(_LEFT_OVER)
    await page.set_viewport_size({"width": width, "height": 844})
    await page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    await page.goto("/settings/data")
    assert not await scrolls_sideways(page)
    await page.screenshot(path=artifacts / f"data-{theme}-{width}.png")
    await page.get_by_role("link", name="Look what there is").click()
    found = page.locator("#found li")
    await expect(found).to_have_count(1)
    await expect(found).to_contain_text("named by its first question")

    await page.get_by_label("Delete them").check()
    await page.get_by_label("Archived chats").select_option("30")
    await expect(found).to_have_count(2)
    await expect(found.first).to_contain_text("deleted")
    await expect(page).to_have_url(re.compile(r"orphans=delete&archived=30$"))
    await page.reload()
    await expect(found).to_have_count(2)
    assert not await scrolls_sideways(page)
    await page.screenshot(path=artifacts / f"cleanup-{theme}-{width}.png")

    dialog = page.get_by_role("dialog", name="Clean up?")
    await page.get_by_role("link", name="Clean up…").click()
    await expect(dialog).to_contain_text("2 conversations that no chat shows: deleted.")
    await expect(dialog.get_by_role("link", name="Cancel")).to_be_focused()
    await page.screenshot(path=artifacts / f"cleanup-asked-{theme}-{width}.png")
    await page.keyboard.press("Enter")
    await expect(dialog).to_be_hidden()
    await page.get_by_role("link", name="Clean up…").click()
    await dialog.get_by_role("button", name="Back up and clean up").click()
    await expect(page.get_by_role("heading", name="Cleaned up")).to_be_visible()
    await expect(page.locator(".told")).to_contain_text("1 archived chat: deleted.")
    assert not await scrolls_sideways(page)
    await page.screenshot(path=artifacts / f"cleanup-done-{theme}-{width}.png")
    await page.get_by_role("link", name="Look again").click()
    await expect(page.locator("#found")).to_contain_text("nothing to clean up")


async def test_everything_is_downloaded_by_a_click(scripted_page: Page, dsns: Dsns) -> None:
    with psycopg.connect(dsns.application) as connection:
        connection.execute(_LEFT_OVER)
    await scripted_page.goto("/settings/data")
    async with scripted_page.expect_download() as started:
        await scripted_page.get_by_role("link", name="Download everything").click()
    download = await started.value
    assert re.fullmatch(r"popagent-\d{4}-\d\d-\d\d\.jsonl", download.suggested_filename)
    assert Path(await download.path()).read_bytes() == await exported(dsns.application)
