"""The search over chats as its owner uses it: from any page, by keys or by touch, to the message that was meant."""

import json
import re
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import psycopg
import pytest
from playwright.async_api import Page, ViewportSize, expect

from app.embedded import Dsns
from tests.e2e.browsing import scrolls_sideways

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = [ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)]


@pytest.fixture(params=SIZES, ids=["desk", "phone"])
def size(request: pytest.FixtureRequest) -> ViewportSize:
    chosen: ViewportSize = request.param
    return chosen


def fill(dsns: Dsns, chats: dict[str, Sequence[str]]) -> None:
    """Make chats by their titles, of questions and answers in turn; ids are chat0, chat1, …"""
    with psycopg.connect(dsns.application, autocommit=True) as db:
        for number, (title, said) in enumerate(chats.items()):
            id = f"chat{number}"
            db.execute("select session.open(%s, %s, null)", (id, title))
            for n, text in enumerate(said):
                parts = json.dumps([{"type": "text", "text": text}])
                question = f"q{n - 1}" if n % 2 else None
                db.execute(
                    "select thread.append(%s, %s, %s, %s, '{}', %s, %s)",
                    (id, f"{'qa'[n % 2]}{n}", ("user", "assistant")[n % 2], parts, uuid.uuid4(), question),
                )


LONG = [f"Sentence number {n} of a long talk" for n in range(400)]
CHATS: dict[str, Sequence[str]] = {
    "Weekend in Prague": ["Is a weekend enough for Prague?", "Two days are **enough** to see the tower."],
    "A long talk": LONG,
    "Old things": ["Where is the <b>teapot</b> of 1932?", "It stands beside the kettle."],
}


async def open_search(page: Page) -> None:
    if page.viewport_size and page.viewport_size["width"] < 720:
        await page.locator(".head").get_by_role("button", name="Chats").click()
    await page.locator("#rail").get_by_role("link", name="Search").click()
    await expect(page.locator("dialog[open] #words")).to_be_focused()


async def look_for(page: Page, words: str) -> None:
    """Type words and wait until what is shown belongs to them."""
    await page.locator("#words").fill(words)
    await expect(page.locator("#found")).to_have_attribute("data-words", words)


async def test_typing_finds_and_enter_opens_the_best_hit(
    dsns: Dsns, scripted_page: Page, size: ViewportSize
) -> None:
    page = scripted_page
    fill(dsns, CHATS)
    await page.set_viewport_size(size)
    await page.goto("/")
    await open_search(page)
    await expect(page.locator("#found")).to_contain_text("Every message and title of every chat")
    await expect(page.locator("#found .hit-chat").first).to_contain_text("Old things")
    await look_for(page, "tower days")
    await expect(page.locator("#found .hit-line")).to_have_count(1)
    await expect(page.locator("#found mark")).to_have_text(["days", "tower"])
    await expect(page.locator("#found-count")).to_have_text("Found in one chat.")
    assert not await scrolls_sideways(page)
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/c/chat0?at=2#answer-*")
    await expect(page.locator(".answer:target")).to_contain_text("Two days are enough")


async def test_arrows_choose_and_typing_goes_on_in_the_box(dsns: Dsns, scripted_page: Page) -> None:
    page = scripted_page
    fill(dsns, CHATS)
    await page.goto("/memories")
    await open_search(page)
    await look_for(page, "sentence number")
    hits = page.locator("#found [data-hit]")
    await page.keyboard.press("ArrowDown")
    await expect(hits.nth(2)).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await expect(hits.nth(0)).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await expect(page.locator("#words")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.type(" 17")
    await expect(page.locator("#words")).to_have_value("sentence number 17")
    await expect(page.locator("#found")).to_have_attribute("data-words", "sentence number 17")
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await expect(page).to_have_url(re.compile("/memories$"))


async def test_a_chat_with_many_hits_shows_a_few_and_all_on_demand(dsns: Dsns, scripted_page: Page) -> None:
    page = scripted_page
    fill(dsns, {"Drinks": [f"cocoa {n}" for n in range(50)], "Tea": ["tea and cocoa"]})
    await page.goto("/")
    await open_search(page)
    await look_for(page, "cocoa")
    await expect(page.locator("#found .hit-line")).to_have_count(4)
    await page.get_by_text("47 more in this chat").click()
    await expect(page.locator("#found .hit-line")).to_have_count(20)
    await page.locator("#found .hit-more").scroll_into_view_if_needed()
    await expect(page.locator("#found .hit-line")).to_have_count(40)
    await look_for(page, "cocoa 7 ")
    await expect(page.locator("#found .hit-line")).to_have_count(1)
    await page.get_by_role("link", name="All chats").click()
    await look_for(page, "cocoa tea")
    await expect(page.locator("#found .hit-line")).to_have_count(1)


async def test_what_was_said_is_inert_in_the_results(dsns: Dsns, scripted_page: Page) -> None:
    page = scripted_page
    evil = (
        "<img src=x onerror=alert(1)> <b hx-get='/c/x' hx-trigger='load'>teapot</b> <script>alert(2)</script>"
    )
    fill(dsns, {evil: [evil]})
    await page.goto("/search?q=teapot")
    await expect(page.locator("#found mark")).to_have_count(2)
    assert await page.locator("#found :is(img, b, script)").count() == 0
    await expect(page.locator("#found .hit-said")).to_contain_text("<img src=x onerror=alert(1)>")


async def test_nothing_found_says_so_and_what_else_there_is(
    dsns: Dsns, scripted_page: Page, size: ViewportSize
) -> None:
    page = scripted_page
    fill(dsns, CHATS)
    await page.set_viewport_size(size)
    await page.goto("/")
    await open_search(page)
    await look_for(page, "zeppelin")
    await expect(page.locator("#found")).to_contain_text("No message and no title has this word.")
    if size["width"] < 720:
        await page.get_by_role("button", name="Close").last.click()
        await expect(page.locator("dialog[open]")).to_have_count(0)
    else:
        await page.get_by_role("link", name="among the memories").click()
        await page.wait_for_url("**/memories?search=zeppelin")


async def test_the_page_keeps_its_address(dsns: Dsns, scripted_page: Page, size: ViewportSize) -> None:
    page = scripted_page
    fill(dsns, CHATS)
    await page.set_viewport_size(size)
    await page.goto("/search")
    await look_for(page, "teapot")
    await page.wait_for_url("**/search?q=teapot")
    await page.reload()
    await expect(page.locator("#found mark")).to_have_text(["teapot"])
    assert not await scrolls_sideways(page)


async def test_a_result_leads_into_the_middle_of_a_long_chat(
    dsns: Dsns, scripted_page: Page, size: ViewportSize
) -> None:
    page = scripted_page
    fill(dsns, CHATS)
    await page.set_viewport_size(size)
    await page.goto("/search?q=sentence+150+")
    await page.locator("#found .hit-line").click()
    await page.wait_for_url("**/c/chat1?at=151#asked-q150")
    meant = page.locator(".asked:target")
    await expect(meant).to_contain_text("Sentence number 150 of")
    await expect(meant).to_be_in_viewport()
    await expect(page.locator("#earlier")).to_contain_text("Sentence number 149 of")

    # The rest of the chat comes in both directions, and what was jumped to stays where it is.
    async with page.expect_response(re.compile("messages.after=")):
        await page.locator("#scroll").evaluate("(one) => { one.scrollTop = 0; }")
    await expect(page.locator("#earlier")).to_contain_text("Sentence number 299 of")
    async with page.expect_response(re.compile("messages.before=")):
        await meant.scroll_into_view_if_needed()
        await page.locator("#scroll").evaluate("(one) => { one.scrollTop = -one.scrollHeight; }")
    await expect(page.locator("#earlier")).to_contain_text("Sentence number 1 of")
    seen = await page.locator("#earlier .said, #earlier .prose").all_inner_texts()
    numbers = [int(found[1]) for text in seen if (found := re.search(r"number (\d+) of", text))]
    assert numbers == list(range(numbers[0], numbers[-1] + 1)), "nothing twice, nothing left out"

    await page.get_by_role("link", name="To the newest messages").click()
    await expect(page.locator("#messages")).to_contain_text("Sentence number 399 of")


async def test_a_recent_hit_is_marked_on_the_living_page(dsns: Dsns, scripted_page: Page) -> None:
    page = scripted_page
    fill(dsns, CHATS)
    await page.goto("/search?q=sentence+380+")
    await page.locator("#found .hit-line").click()
    await expect(page.locator(".asked:target")).to_be_in_viewport()
    await expect(page.locator("#messages")).to_contain_text("Sentence number 399 of")
    await expect(page.get_by_role("button", name="Send")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_pictures_of_it(
    dsns: Dsns, scripted_page: Page, size: ViewportSize, scheme: Literal["light", "dark"], artifacts: Path
) -> None:
    page = scripted_page
    fill(dsns, CHATS)
    await page.set_viewport_size(size)
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    await page.goto("/")
    await open_search(page)
    for name, words in (("empty", ""), ("found", "teapot"), ("nothing", "zeppelin")):
        await look_for(page, words)
        await page.screenshot(path=artifacts / f"search-{name}-{size['width']}-{scheme}.png")
    await page.goto("/c/chat1?at=151#asked-q150")
    await expect(page.locator(".asked:target")).to_be_in_viewport()
    await page.screenshot(path=artifacts / f"search-jump-{size['width']}-{scheme}.png")
