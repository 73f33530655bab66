"""What happens in one tab, or in another process, is seen in every other one without a reload, and nowhere else."""

import asyncio
import re
from pathlib import Path
from typing import Any

import psycopg
import pytest
from playwright.async_api import Browser, Page, Route, expect

from app.embedded import Dsns
from tests.e2e.browsing import Troubles, ask, ended, last_answer, send, watch
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text
from tests.support import Served, serve, settings
from tests.web.processes import popagent

pytestmark = pytest.mark.asyncio(loop_scope="session")

#: A tab that is looked at or not, as the test says.
_EYES = """
let hidden = false;
Object.defineProperty(document, "hidden", { get: () => hidden });
for (const [name, away] of [["test:look", false], ["test:away", true]]) {
    document.addEventListener(name, () => {
        hidden = away;
        document.dispatchEvent(new Event("visibilitychange"));
    });
}
"""


async def _another(page: Page) -> Page:
    """Open the same address in another tab."""
    other = await page.context.new_page()
    await other.goto(page.url)
    return other


async def _do(page: Page, what: str) -> None:
    await page.evaluate("(what) => { document.dispatchEvent(new Event(`test:${what}`)); }", what)


def _listeners(served: Served) -> int:
    return len(served.app.state.bell._ears)


async def _until(condition: Any) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.02)


async def test_a_turn_in_one_tab_is_seen_in_another(scripted_page: Page, gateway: ScriptedGateway) -> None:
    page = scripted_page
    gateway.answers(
        Reply.sse(text("Hello."), stop()), Reply.sse(text("Half"), hold(), text(" and half."), stop())
    )
    await page.goto("/")
    await ask(page, "one")
    other = await _another(page)
    await page.locator("#box").fill("typed here")
    await send(other, "two")
    await expect(page.locator(".said")).to_have_text(["one", "two"])
    await expect(last_answer(page)).to_have_text("Half")
    await expect(page.locator(".row-link .dot")).to_have_count(1)
    await expect(page.get_by_role("button", name="Stop")).to_be_visible()
    gateway.release()
    await expect(last_answer(page)).to_have_text("Half and half.")
    await ended(page)
    await expect(page.locator("#announce")).to_contain_text("Half and half.")
    await expect(page.locator(".row-link .dot")).to_have_count(0)
    assert await page.locator("#box").input_value() == "typed here"


async def test_a_new_title_and_what_waits_are_seen_in_every_tab(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(hold(), text("Hello."), stop()))
    await page.goto("/")
    await send(page, "one")
    other = await _another(page)
    await send(other, "two")
    await expect(page.locator(".queued .said")).to_have_text(["two"])
    await other.locator(".queued").get_by_role("link", name="Remove").click()
    await expect(page.locator(".queued")).to_have_count(0)
    await other.get_by_role("button", name="More for this chat").click()
    await other.get_by_role("link", name="Rename").click()
    await other.get_by_label("Title").fill("Greetings")
    await other.get_by_role("button", name="Save").click()
    await expect(page.locator("h1")).to_have_text("Greetings")
    await expect(page).to_have_title("Greetings – popagent")
    await expect(page.locator(".row-link[aria-current]")).to_contain_text("Greetings")
    gateway.release()
    await ended(page)


async def test_a_chat_that_is_not_shown_is_followed_in_the_list_only(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(
        Reply.sse(text("Quiet."), stop()), Reply.sse(text("Loud."), hold(), text(" Louder."), stop())
    )
    await page.goto("/")
    await ask(page, "quiet one")
    quiet = await page.locator("#main").inner_html()
    other = await page.context.new_page()
    await other.goto("/")
    await send(other, "loud one")
    await expect(page.locator(".row-link")).to_have_text(["loud one", "quiet one"])
    await expect(page.locator(".row-link .dot")).to_have_count(1)
    gateway.release()
    await ended(other)
    await expect(page.locator(".row-link .dot:not(.unread)")).to_have_count(0)
    shown = await page.locator("#main").inner_html()
    assert "oud" not in shown
    assert re.sub(r'(state|name="new_id" value)="\w+"', "", shown) == re.sub(
        r'(state|name="new_id" value)="\w+"', "", quiet
    )


async def test_a_turn_of_another_process_is_seen(
    dsns: Dsns, scripted_page: Page, gateway: ScriptedGateway, tmp_path: Path
) -> None:
    page = scripted_page
    gateway.answers(
        Reply.sse(text("Hello."), stop()), Reply.sse(text("Half"), hold(), text(" and half."), stop())
    )
    await page.goto("/")
    await ask(page, "one")
    chat = page.url.rsplit("/", 1)[1]
    async with serve(settings(tmp_path, NINEROUTER_URL=gateway.url), dsns) as elsewhere:
        sent = await elsewhere.client.post(f"/c/{chat}/send", data={"text": "two"})
        assert sent.status_code == 303
        await expect(last_answer(page)).to_have_text("Half")
        gateway.release()
        await expect(last_answer(page)).to_have_text("Half and half.")
        await ended(page)


async def test_of_the_tabs_that_nobody_looks_at_one_holds_a_connection(
    scripted: Served, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(text("Hello."), stop()))
    await page.add_init_script(_EYES)
    await page.goto("/")
    await ask(page, "one")
    before = _listeners(scripted)
    other = await page.context.new_page()
    await other.add_init_script(_EYES)
    await other.goto(page.url)
    await _until(lambda: _listeners(scripted) == before + 1)
    await _do(page, "away")
    await _do(other, "away")
    # It hears of notifications.
    await _until(lambda: _listeners(scripted) == before)
    await _do(other, "look")
    await ask(other, "two")
    await expect(page.locator(".said")).to_have_count(1)
    await _do(page, "look")
    await expect(page.locator(".said")).to_have_text(["one", "two"])
    await expect(page.locator(".answer")).to_have_count(2)


async def test_a_tab_opened_in_the_background_listens_when_it_is_looked_at(
    scripted: Served, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(text("Half"), hold(), text(" and half."), stop()))
    await page.goto("/")
    await send(page, "one")
    before = _listeners(scripted)
    other = await page.context.new_page()
    await other.add_init_script(_EYES.replace("let hidden = false", "let hidden = true"))
    await other.goto(page.url)
    gateway.release()
    await ended(page)
    await _until(lambda: _listeners(scripted) == before + 1)
    await expect(other.locator(".growing")).to_have_count(1)
    await _do(other, "look")
    await expect(last_answer(other)).to_have_text("Half and half.")
    await ended(other)


async def test_without_the_bell_the_page_asks_every_few_seconds(
    scripted: Served, scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("ERR_FAILED")

    async def no_bell(route: Route) -> None:
        await route.abort()

    await page.route("**/bell", no_bell)
    await page.goto("/")
    await ask(page, "one")
    chat = page.url.rsplit("/", 1)[1]
    sent = await scripted.client.post(f"/c/{chat}/send", data={"text": "two"})
    assert sent.status_code == 303
    await expect(page.locator(".said")).to_have_text(["one", "two"], timeout=40_000)
    await expect(page.locator("#connection")).to_contain_text("every few seconds")
    await page.unroute("**/bell")
    await expect(page.locator("#connection")).to_be_hidden(timeout=40_000)


async def test_a_chat_deleted_in_another_tab_says_so_and_keeps_what_was_typed(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    # What is typed may still be on its way to the chat that is gone.
    troubles.expect("status of 404.*/draft")
    page = scripted_page
    await page.goto("/")
    await ask(page, "one")
    other = await _another(page)
    await page.locator("#box").fill("half a thought")
    await other.get_by_role("button", name="More for this chat").click()
    await other.get_by_role("link", name="Delete").click()
    await other.get_by_role("button", name="Delete").click()
    await expect(page.locator("#notice")).to_contain_text("deleted elsewhere")
    await expect(page.locator("#box")).to_have_value("half a thought")
    await expect(page.locator(".said")).to_have_text(["one"])


async def test_a_page_of_the_past_stays_in_the_past(
    dsns: Dsns, scripted: Served, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(text("Hello."), stop()))
    await page.goto("/")
    await ask(page, "one")
    await ask(page, "two")
    chat = page.url
    await page.goto(f"{chat}/messages?before=3")
    await expect(page.locator(".said").first).to_have_text("one")
    other = await page.context.new_page()
    await other.goto(chat)
    await ask(other, "three")
    await send_from_the_past(page)
    await expect(page.locator(".said")).to_have_text(["one", "two", "three", "four"])
    await ended(page)
    async with await psycopg.AsyncConnection.connect(dsns.application) as connection:
        asked = await connection.execute("select count(*) from popagent_messages where role = 'user'")
        assert await asked.fetchone() == (4,)


async def send_from_the_past(page: Page) -> None:
    await expect(page.get_by_role("link", name="To the newest messages")).to_be_visible()
    await page.locator("#box").fill("four")
    await page.keyboard.press("Enter")


async def test_a_tab_from_before_a_restart_hears_again(
    dsns: Dsns, browser: Browser, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    troubles.expect(
        "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE"
    )
    gateway.answers(Reply.sse(text("Hello."), stop()))
    async with popagent(dsns, gateway.url) as first:
        url = str(first.client.base_url)
        page = await browser.new_page(base_url=url)
        await watch(page, url, troubles)
        await page.goto("/")
        await ask(page, "one")
        chat = page.url.rsplit("/", 1)[1]
    async with popagent(dsns, gateway.url, port=int(url.rsplit(":", 1)[1])) as second:
        sent = await second.client.post(f"/c/{chat}/send", data={"text": "two"})
        assert sent.status_code == 303
        await expect(page.locator(".said")).to_have_text(["one", "two"], timeout=40_000)
        await ended(page)
        await ask(page, "three")
        await page.close()
    assert troubles.unexpected() == []
