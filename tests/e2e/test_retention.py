"""How long episodes are kept, in a browser: what limits would remove is seen before they are saved."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from app.embedded import Dsns
from tests.e2e.test_agents import shoot

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAGE = "/settings/memory-retention"


@pytest_asyncio.fixture(loop_scope="session", autouse=True)
async def db(dsns: Dsns) -> AsyncIterator[psycopg.AsyncConnection]:
    """Twenty episodes, one for each of the last days."""
    async with await psycopg.AsyncConnection.connect(dsns.application, autocommit=True) as connection:
        await connection.execute(
            "select memory.retain('popagent-user', 's', 'Said ' || n, 'Yes', now() - n * interval '1 day')"
            " from generate_series(1, 20) n"
        )
        yield connection


async def test_limits_are_tried_saved_and_carried_out_by_hand(
    scripted_page: Page, db: psycopg.AsyncConnection
) -> None:
    page = scripted_page
    await page.goto("/settings")
    await page.get_by_role("link", name="What is kept").click()
    preview = page.locator("#preview")
    await expect(preview).to_have_text("Nothing is to be removed now.")
    await page.get_by_label("Keep an episode for").fill("12")
    await expect(preview).to_have_text(
        re.compile("Once saved, it removes 9 episodes said more than 12 days ago")
    )
    await page.get_by_label("Keep at most").fill("")
    await expect(preview).to_contain_text("As soon as both limits are whole numbers")
    await page.get_by_label("Keep at most").fill("4")
    await expect(preview).to_contain_text("16 episodes: 9 said more than 12 days ago, 7 beyond the newest 4")
    await expect(preview.get_by_role("link")).to_have_count(0)
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("status").first).to_contain_text("Saved. The next run goes by it.")

    remove = page.get_by_role("link", name="Remove them now…")
    await remove.click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("heading")).to_have_text("Remove 16 episodes now?")
    await page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
    await remove.click()
    await dialog.get_by_role("button", name="Remove 16").click()
    await expect(preview).to_have_text("Nothing is to be removed now.")
    await expect(page.locator(".runs")).to_contain_text(
        "removed 9 episodes for their age and 7 for their number"
    )
    row = await (await db.execute("select count(*) from memory.episodes")).fetchone()
    assert row == (4,)


async def test_the_looks_of_what_is_kept(scripted_page: Page, artifacts: Path) -> None:
    page = scripted_page
    await page.goto(PAGE)
    await page.get_by_label("Keep an episode for").fill("12")
    await expect(page.locator("#preview")).to_contain_text("Once saved")
    await shoot(page, artifacts, "retention")
    await page.get_by_role("button", name="Save").click()
    await page.get_by_role("link", name="Remove them now…").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await shoot(page, artifacts, "retention-remove")
