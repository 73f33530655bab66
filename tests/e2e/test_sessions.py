"""Chats as a whole, at a desk and on a phone: pinned, put away, copied, temporary; drafts that follow their owner."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, ViewportSize, expect

from tests.e2e.browsing import Troubles, ask, ended, scrolls_sideways, send, watch
from tests.e2e.conftest import RealServer
from tests.web.talking import until

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = [ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)]


@pytest.fixture(params=SIZES, ids=["desk", "phone"])
def size(request: pytest.FixtureRequest) -> ViewportSize:
    chosen: ViewportSize = request.param
    return chosen


@pytest_asyncio.fixture(loop_scope="session")
async def sized(page: Page, size: ViewportSize) -> Page:
    await page.set_viewport_size(size)
    return page


@pytest_asyncio.fixture(loop_scope="session")
async def elsewhere(server: RealServer, browser: Browser, troubles: Troubles) -> AsyncIterator[Page]:
    """The same owner at another device."""
    context = await browser.new_context(base_url=server.url)
    opened = await context.new_page()
    await watch(opened, server.url, troubles)
    yield opened
    await context.close()


async def start(page: Page, text: str) -> str:
    await page.goto("/")
    await ask(page, text)
    return page.url


async def choose(page: Page, name: str) -> None:
    """Choose from the chat's menu."""
    await page.get_by_role("button", name="More for this chat").click()
    await page.locator("#chat-menu .menu-item", has_text=name).click()


async def open_list(page: Page) -> None:
    """Show the list of chats, which is a drawer on a phone."""
    if not await page.locator("#sessions").is_visible():
        await page.locator(".head").get_by_role("button", name="Chats").click()
    await expect(page.locator("#sessions")).to_be_visible()


async def saved(page: Page, text: str) -> None:
    """Type into the box and wait until the server keeps it."""
    async with page.expect_response(lambda reply: reply.url.endswith("/draft") and reply.ok):
        await page.locator("#box").fill(text)


async def _stored(page: Page, name: str, value: Any, url: str = "") -> bool:
    """Whether the session that the page shows holds this value."""
    id = (url or page.url).rpartition("/")[2]
    found = await (await page.request.get(f"/api/sessions/{id}")).json()
    return bool(found[name] == value)


async def test_a_pinned_chat_stands_above_the_others_until_it_is_let_go(sized: Page) -> None:
    page = sized
    await start(page, "Hello pinned one")
    await start(page, "Hello later one")
    await page.goto("/")
    await open_list(page)
    await page.locator(".row-link", has_text="Hello pinned one").first.click()
    await expect(page.locator("h1")).to_have_text("Hello pinned one")
    await choose(page, "Pin")
    await open_list(page)
    await expect(page.locator(".group").first).to_have_text("Pinned")
    await expect(page.locator(".rows").first.locator(".row-link[aria-current]")).to_have_text(
        "Hello pinned one"
    )
    await page.reload()
    await open_list(page)
    await expect(page.locator(".group").first).to_have_text("Pinned")
    await page.keyboard.press("Escape")
    await choose(page, "Unpin")
    await open_list(page)
    await expect(page.locator(".group").first).not_to_have_text("Pinned")


async def test_archiving_can_be_undone_at_once(sized: Page) -> None:
    page = sized
    await start(page, "Hello, put away by mistake")
    await choose(page, "Archive")
    await expect(page.locator(".head .tag")).to_have_text("archived")
    await expect(page.locator(".toast")).to_contain_text("Archived")
    assert not await scrolls_sideways(page)
    await page.locator(".toast").get_by_role("button", name="Undo").click()
    await expect(page.locator(".toast")).to_have_count(0)
    await expect(page.locator(".head .tag")).to_have_count(0)
    await open_list(page)
    await expect(page.locator(".row-link[aria-current]")).to_have_text("Hello, put away by mistake")


async def test_a_fork_goes_its_own_way_and_links_to_its_origin(sized: Page) -> None:
    page = sized
    origin = await start(page, "Hello, shall we part?")
    await choose(page, "Fork")
    await expect(page).not_to_have_url(origin)
    await expect(page.locator("h1")).to_have_text(re.compile(r"Hello, shall we part\? \(fork( \d)?\)"))
    await expect(page.locator(".said")).to_have_text("Hello, shall we part?")
    await ask(page, "Hello again")
    await expect(page.locator(".said")).to_have_count(2)
    assert not await scrolls_sideways(page)
    await page.get_by_role("link", name="Forked from Hello, shall we part?").click()
    await expect(page).to_have_url(origin)
    await expect(page.locator(".said")).to_have_count(1)


async def test_a_temporary_chat_remembers_nothing_and_ends_when_its_owner_says_so(
    sized: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 404")
    page = sized
    await page.goto("/")
    await page.get_by_role("link", name="Temporary chat").click()
    await expect(page.locator(".empty")).to_contain_text("writes none")
    assert not await scrolls_sideways(page)
    await ask(page, "Remember that my surprise is a kite")
    await expect(page.locator(".fold.failed")).to_have_count(1)
    url = page.url
    await expect(page.locator(".head .tag")).to_contain_text("temporary")
    await open_list(page)
    await expect(page.locator(".row-link[aria-current]").get_by_label("temporary")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.reload()
    assert not await scrolls_sideways(page)
    await page.get_by_role("link", name="End and delete").click()
    await expect(page.locator("dialog[open]")).to_contain_text("y surprise is a kite")
    await page.get_by_role("button", name="End and delete").click()
    await expect(page).to_have_url(re.compile(r"/$"))
    gone = await page.goto(url)
    assert gone is not None
    assert gone.status == 404
    await page.goto("/memories?search=kite")
    await expect(page.locator(".item", has_text="kite")).to_have_count(0)


async def test_a_draft_follows_its_owner_to_another_device_and_goes_when_it_is_sent(
    sized: Page, elsewhere: Page
) -> None:
    page = sized
    url = await start(page, "Hello draft")
    await saved(page, "count slowly to 3")
    await elsewhere.goto(url)
    await expect(elsewhere.locator("#box")).to_have_value("count slowly to 3")
    await saved(elsewhere, "count slowly to 3\nand no further")
    await page.reload()
    await expect(page.locator("#box")).to_have_value("count slowly to 3\nand no further")
    await elsewhere.keyboard.press("Enter")
    await expect(elsewhere.locator(".said")).to_have_count(2)
    await ended(elsewhere)
    await expect(elsewhere.locator("#box")).to_have_value("")
    await page.reload()
    await expect(page.locator("#box")).to_have_value("")
    await elsewhere.reload()
    await expect(elsewhere.locator("#box")).to_have_value("")


async def test_each_chat_keeps_its_own_draft_when_one_goes_back_and_forth(sized: Page) -> None:
    page = sized
    first = await start(page, "Hello first draft")
    second = await start(page, "Hello second draft")
    await page.locator("#box").fill("for the second")
    await open_list(page)
    await page.locator(".row-link", has_text="Hello first draft").first.click()
    await expect(page).to_have_url(first)
    await expect(page.locator("#box")).to_have_value("")
    await page.locator("#box").fill("for the first")
    await open_list(page)
    await page.locator(".row-link", has_text="Hello second draft").first.click()
    await expect(page).to_have_url(second)
    await expect(page.locator("#box")).to_have_value("for the second")
    await page.goto(first)
    await expect(page.locator("#box")).to_have_value("for the first")


async def test_a_draft_whose_save_is_slow_does_not_come_back_after_it_was_sent(page: Page) -> None:
    url = await start(page, "Hello slow save")
    sent = asyncio.Event()
    late: list[str] = []

    async def slowly(route: Route) -> None:
        await sent.wait()
        reply = await route.fetch()
        late.append(await reply.text())
        await route.fulfill(response=reply)

    await page.route("**/draft", slowly)
    async with page.expect_request("**/draft"):
        await page.locator("#box").fill("Hello half")
    await page.locator("#box").fill("Hello whole")
    await page.keyboard.press("Enter")
    await expect(page.locator(".said")).to_have_count(2)
    await ended(page)
    async with page.expect_response("**/draft"):
        sent.set()
    assert late == ['{"saved":false}']
    await expect(page.locator("#box")).to_have_value("")
    await page.unroute("**/draft")
    await page.goto(url)
    await expect(page.locator(".said").last).to_have_text("Hello whole")
    await expect(page.locator("#box")).to_have_value("")


async def test_a_draft_that_the_server_could_not_keep_is_kept_in_the_browser(
    page: Page, troubles: Troubles
) -> None:
    troubles.expect("ERR_FAILED")
    url = await start(page, "Hello lost connection")
    await page.route("**/draft", lambda route: route.abort())
    async with page.expect_event("requestfailed"):
        await page.locator("#box").fill("typed into the void")
    await page.unroute("**/draft")
    async with page.expect_response(lambda reply: reply.url.endswith("/draft") and reply.ok):
        await page.goto(url)
        await expect(page.locator("#box")).to_have_value("typed into the void")
    assert await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))") == []


async def test_what_was_sent_on_another_page_does_not_swallow_what_is_typed_here(
    page: Page, elsewhere: Page
) -> None:
    url = await start(page, "Hello two pages")
    await saved(page, "Hello from one of them")
    await elsewhere.goto(url)
    await expect(elsewhere.locator("#box")).to_have_value("Hello from one of them")
    await elsewhere.locator("#box").focus()
    await elsewhere.keyboard.press("Enter")
    await expect(elsewhere.locator(".said")).to_have_count(2)
    await ended(elsewhere)
    await page.locator("#box").fill("Hello, one more thought")
    await until(lambda: _stored(page, "draft", "Hello, one more thought"))
    await elsewhere.reload()
    await expect(elsewhere.locator("#box")).to_have_value("Hello, one more thought")


async def test_an_answer_that_came_while_one_was_elsewhere_is_marked_until_it_is_seen(page: Page) -> None:
    await page.goto("/")
    await send(page, "count slowly to 5")
    await expect(page).to_have_url(re.compile("/c/"))
    chat = page.url
    await page.goto("/memories")
    await until(lambda: _stored(page, "unread", True, chat))
    await page.reload()
    await expect(
        page.locator(".row-link", has_text="count slowly to 5").first.get_by_label("new answer")
    ).to_be_visible()
    row = page.locator(".row-link", has_text="count slowly to 5").first
    await row.click()
    await expect(page.locator(".said")).to_have_text("count slowly to 5")
    await page.goto("/memories")
    await expect(page.locator(".row-link", has_text="count slowly to 5").first).to_be_visible()
    await expect(row.get_by_label("new answer")).to_have_count(0)


async def test_an_answer_that_ends_before_ones_eyes_is_read(page: Page) -> None:
    await page.goto("/")
    async with page.expect_response(lambda reply: reply.url.endswith("/read") and reply.ok):
        await ask(page, "Hello, watch me")
    await page.goto("/")
    await expect(page.locator(".row-link", has_text="Hello, watch me").first).to_be_visible()
    await expect(
        page.locator(".row-link", has_text="Hello, watch me").first.get_by_label("new answer")
    ).to_have_count(0)
