"""Secrets in a real browser, at both sizes: stored, replaced, deleted, and never on the page."""

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import Troubles, scrolls_sideways
from tests.e2e.test_agents import shoot

pytestmark = pytest.mark.asyncio(loop_scope="session")

VALUE = "sk-CANARY-page"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])
async def test_a_secret_is_stored_replaced_and_deleted(
    page: Page, troubles: Troubles, width: int, height: int
) -> None:
    name = f"token-{uuid4().hex[:6]}"
    troubles.expect("status of 409")
    await page.set_viewport_size({"width": width, "height": height})
    await page.goto("/settings")
    await page.get_by_role("link", name="Secrets").click()
    for _ in range(2):
        await page.get_by_label("Name").fill(name)
        await page.get_by_label("Value", exact=True).fill(VALUE)
        await page.get_by_role("button", name="Store").click()
    await expect(page.get_by_role("alert")).to_contain_text("already")
    await expect(page.get_by_label("Name")).to_have_value(name)
    await expect(page.get_by_label("Value", exact=True)).to_have_value("")
    row = page.get_by_role("list", name="Secrets").get_by_role("listitem").filter(has_text=name)
    await expect(row).to_have_count(1)
    before = await row.locator("code").text_content()
    if not await row.get_by_label("New value").is_visible():
        await row.locator("summary").click()
    await row.get_by_label("New value").fill("another value")
    await row.get_by_role("button", name="Replace").click()
    await expect(row.locator("code")).not_to_have_text(before or "")
    assert VALUE not in await page.content()
    assert not await scrolls_sideways(page)
    await row.locator("summary").click()
    await row.get_by_role("button", name=f"Delete {name}").click()
    await expect(row).to_have_count(0)


async def test_the_looks_of_secrets(page: Page, artifacts: Path) -> None:
    await page.goto("/settings/secrets")
    for name in ("github-token", "a-name-as-long-as-it-may-be-" + "x" * 100):
        await page.get_by_label("Name").fill(name)
        await page.get_by_label("Value", exact=True).fill(VALUE)
        await page.get_by_role("button", name="Store").click()
    await page.locator("summary").filter(has_text="github-token").click()
    await shoot(page, artifacts, "secrets")
    for name in ("github-token", "a-name"):
        item = page.get_by_role("list", name="Secrets").get_by_role("listitem").filter(has_text=name)
        if not await item.get_by_role("button", name="Delete").is_visible():
            await item.locator("summary").click()
        await item.get_by_role("button", name="Delete").click()
        await expect(item).to_have_count(0)
