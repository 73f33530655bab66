"""What the pages say and keep when the gateway, the network or the server itself fails."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, Route, expect

from app.embedded import Dsns
from tests.e2e.browsing import Troubles, ended, last_answer, press_enter, send, watch
from tests.e2e.conftest import RealServer
from tests.gateway.scripted import Reply, ScriptedGateway, cut, hold, pause, stop, text
from tests.support import serve, settings

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_failed_turn_says_why_and_is_tried_again(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(
        Reply.body({"error": {"message": "The quota is used up.", "code": "quota"}}, status=400),
        Reply.sse(text("Here I am."), stop()),
    )
    await page.goto("/")
    await send(page, "are you there")
    await expect(page.locator(".note.danger")).to_contain_text("The quota is used up.")
    await ended(page)
    await page.reload()
    await expect(page.locator(".note.danger")).to_contain_text("The quota is used up.")
    await page.get_by_role("button", name="Try again").click()
    await expect(last_answer(page)).to_have_text("Here I am.")
    await expect(page.locator(".said")).to_have_text(["are you there"])
    await ended(page)
    await page.reload()
    await expect(page.get_by_role("button", name="Try again")).to_have_count(0)


async def test_an_answer_that_breaks_off_is_kept_and_can_go_on(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(
        Reply.sse(text("Half of"), pause(0.3), cut()),
        Reply.sse(text("the other half."), stop()),
    )
    await page.goto("/")
    await send(page, "tell me all")
    await ended(page)
    await expect(last_answer(page)).to_have_text("Half of")
    await expect(page.locator(".note")).to_contain_text("interrupted")
    await page.get_by_role("button", name="Go on").click()
    await expect(last_answer(page)).to_have_text("the other half.")


async def test_an_answer_cut_at_the_output_limit_says_so(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(text("As far as I may"), stop("length")))
    await page.goto("/")
    await send(page, "write a novel")
    await ended(page)
    await expect(page.locator(".note")).to_contain_text("output limit")


async def test_a_gateway_that_is_down_is_named_and_the_message_kept(
    dsns: Dsns, browser: Browser, tmp_path: Path, troubles: Troubles
) -> None:
    troubles.expect("status of 503")
    async with serve(settings(tmp_path, NINEROUTER_URL="http://127.0.0.1:9/v1"), dsns) as down:
        page = await browser.new_page(base_url=down.url)
        await watch(page, down.url, troubles)
        await page.goto("/")
        await expect(page.locator(".bar.warn:not([hidden])")).to_contain_text("127.0.0.1:9")
        await press_enter(page, "hello")
        await expect(page.locator("#notice")).to_contain_text("gateway")
        await expect(page.locator("#box")).to_have_value("hello")
        await page.close()
    assert troubles.unexpected() == []


async def test_without_the_stream_the_page_asks_every_few_seconds(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("ERR_FAILED", "Failed to fetch")

    async def no_stream(route: Route) -> None:
        await route.abort()

    await page.route("**/live?*", no_stream)
    gateway.answers(Reply.sse(text("First."), hold(), text(" Second."), stop()))
    await page.goto("/")
    await send(page, "hello")
    await expect(last_answer(page)).to_have_text("First.", timeout=20_000)
    await expect(page.locator("#connection")).to_contain_text("every few seconds")
    gateway.release()
    await expect(last_answer(page)).to_have_text("First. Second.", timeout=20_000)
    await ended(page)
    await expect(page.locator("#connection")).to_be_hidden()


async def test_a_stream_that_was_lost_comes_back_by_itself(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "network error", "ERR_NETWORK")
    gateway.answers(Reply.sse(text("First."), hold(), text(" Second."), stop()))
    await page.goto("/")
    await send(page, "hello")
    await expect(last_answer(page)).to_have_text("First.")
    await page.context.set_offline(True)
    await expect(page.locator("#connection")).to_contain_text("interrupted", timeout=20_000)
    await page.context.set_offline(False)
    await expect(page.locator("#connection")).to_be_hidden(timeout=20_000)
    gateway.release()
    await expect(last_answer(page)).to_have_text("First. Second.", timeout=20_000)
    await ended(page)


async def test_an_answer_cut_by_the_servers_death_is_marked_when_it_is_back(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, troubles: Troubles
) -> None:
    troubles.expect(
        "ERR_CONNECTION_REFUSED",
        "ERR_INCOMPLETE_CHUNKED",
        "network error",
        "Failed to fetch",
        "ERR_CONNECTION_RESET",
    )
    server = RealServer(tmp_path_factory.mktemp("killed") / "data")
    await server.start()
    try:
        page = await browser.new_page(base_url=server.url)
        await watch(page, server.url, troubles)
        await page.goto("/")
        await send(page, "count slowly to 500")
        await expect(last_answer(page)).to_contain_text("1 2 3 4")
        await server.kill()
        await expect(page.locator("#connection")).to_contain_text("interrupted", timeout=20_000)
        await server.start()
        await expect(page.locator(".note")).to_contain_text("interrupted", timeout=60_000)
        await ended(page)
        await expect(last_answer(page)).to_contain_text("1 2 3 4")
        await expect(page.get_by_role("button", name="Go on")).to_be_visible()
        await page.close()
    finally:
        await server.stop()
    assert troubles.unexpected() == []


async def test_with_a_key_nothing_is_shown_before_logging_in(
    dsns: Dsns, browser: Browser, tmp_path: Path, troubles: Troubles
) -> None:
    troubles.expect("status of 403", "status of 401")
    async with serve(settings(tmp_path, POPAGENT_API_KEY="open sesame"), dsns) as locked:
        page = await browser.new_page(base_url=locked.url)
        await watch(page, locked.url, troubles)
        await page.goto("/")
        await expect(page.locator(".sessions, #box")).to_have_count(0)
        await page.get_by_label("Key").fill("wrong")
        await page.get_by_role("button", name="Log in").click()
        await expect(page.locator("#login-error")).to_be_visible()
        await page.get_by_label("Key").fill("open sesame")
        await page.get_by_role("button", name="Log in").click()
        await send(page, "hello")
        await ended(page)
        await page.context.clear_cookies()
        await press_enter(page, "and again")
        await expect(page.get_by_label("Key")).to_be_visible()
        await page.get_by_label("Key").fill("open sesame")
        await page.get_by_role("button", name="Log in").click()
        await expect(page.locator("#box")).to_have_value("and again")
        await page.close()
    assert troubles.unexpected() == []
