"""Tasks in a real browser, at both sizes: queued, watched, cancelled, run again."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import scrolls_sideways
from tests.e2e.test_agents import shoot
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def queue(page: Page, prompt: str, title: str = "") -> None:
    await page.goto("/tasks")
    await page.get_by_label("What is to be done").fill(prompt)
    await page.get_by_label("Title").fill(title)
    await page.get_by_role("button", name="Queue the task").click()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])
async def test_a_task_is_queued_watched_to_its_end_cancelled_and_run_again(
    scripted_page: Page, gateway: ScriptedGateway, width: int, height: int
) -> None:
    page = scripted_page
    await page.set_viewport_size({"width": width, "height": height})
    gateway.answers(Reply.sse(text("Half of it"), hold(), text(" and the rest."), stop()))
    await queue(page, "Write a report on the tides", "Tides")
    await expect(page).to_have_url(re.compile(r"/tasks/[\w-]+$"))
    state = page.get_by_role("status").locator(".tag")
    await expect(state).to_have_text("running")
    await expect(page.get_by_role("list", name="What it did")).to_contain_text("Half of it")
    gateway.release()
    await expect(state).to_have_text("completed")
    await expect(page.get_by_role("list", name="What it did")).to_contain_text("Half of it and the rest.")
    gateway.answers(Reply.sse(text("Begun"), hold(), stop()))
    await page.get_by_role("button", name="Run again").click()
    await expect(state).to_have_text("running")
    await page.get_by_role("button", name="Cancel the task").click()
    await expect(state).to_have_text("cancelled")
    assert not await scrolls_sideways(page)
    await page.get_by_role("link", name="Tasks").first.click()
    await page.get_by_role("navigation", name="States").get_by_role("link", name="Cancelled").click()
    await expect(page.locator("#tasks li")).to_have_count(1)
    assert not await scrolls_sideways(page)


async def test_the_looks_of_tasks(scripted_page: Page, gateway: ScriptedGateway, artifacts: Path) -> None:
    page = scripted_page
    gateway.answers(Reply.body({"error": {"message": "the model is out of order"}}, status=400))
    await queue(page, "Compare the three offers for the roof", "Offers for the roof")
    await expect(page.get_by_role("status").locator(".tag")).to_have_text("failed")
    await shoot(page, artifacts, "task-failed")
    gateway.answers(Reply.sse(text("I am looking at the first offer."), hold(), stop()))
    await queue(page, "Compare the three offers for the roof, and say which one is missing something")
    await expect(page.get_by_role("list", name="What it did")).to_contain_text("first offer")
    await shoot(page, artifacts, "task-running")
    await page.goto("/tasks")
    await shoot(page, artifacts, "tasks")
    gateway.release()
