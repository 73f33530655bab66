"""Messages that are sent while an answer is written: they wait in sight, can be changed, and lose nothing."""

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.browsing import Troubles, ended, last_answer, press_enter, send
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text
from tests.support import Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

_SIZES = {"desk": (1280, 800), "phone": (390, 844)}


def _queued(page: Page) -> Locator:
    return page.locator(".queued .said")


def _asked_of(gateway: ScriptedGateway) -> list[str]:
    """Return what the gateway was asked, one question a request."""
    asked: list[Any] = [exchange.json["messages"][-1]["content"] for exchange in gateway.requests]
    return [str(one).rsplit("\n", 1)[-1] for one in asked]


async def _begin(page: Page, gateway: ScriptedGateway, *replies: Reply) -> None:
    """Begin an answer that waits for `gateway.release()`."""
    gateway.answers(Reply.sse(text("First."), hold(), stop()), *replies or [Reply.sse(text("Then."), stop())])
    await page.goto("/")
    await send(page, "one")
    await expect(last_answer(page)).to_have_text("First.")


@pytest.mark.parametrize("size", _SIZES)
async def test_what_is_sent_meanwhile_waits_below_the_answer_and_is_answered_in_order(
    scripted_page: Page, gateway: ScriptedGateway, size: str
) -> None:
    page = scripted_page
    width, height = _SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    await _begin(page, gateway)
    await send(page, "two")
    await page.locator("#box").fill("three")
    await expect(page.get_by_role("button", name="Stop")).to_be_in_viewport()
    await page.get_by_role("button", name="Send").click()
    await expect(_queued(page)).to_have_text(["two", "three"])
    await expect(page.locator(".queued").first).to_contain_text("Next")
    await expect(page.locator(".queued").last).to_contain_text("Number 2 in line")
    await expect(page.locator("#box")).to_have_value("")
    await page.reload()
    await expect(_queued(page)).to_have_text(["two", "three"])
    gateway.release()
    await ended(page)
    await expect(page.locator(".said")).to_have_text(["one", "two", "three"])
    await expect(page.locator(".answer .prose")).to_have_text(["First.", "Then.", "Then."], timeout=30_000)
    assert _asked_of(gateway) == ["one", "two", "three"]


async def test_a_message_that_waits_can_be_changed(scripted_page: Page, gateway: ScriptedGateway) -> None:
    page = scripted_page
    await _begin(page, gateway)
    await send(page, "tow")
    await page.locator(".queued").get_by_role("link", name="Edit").click()
    await expect(page.get_by_label("Your message")).to_be_focused()
    await page.get_by_label("Your message").fill("two <b>&")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await expect(_queued(page)).to_have_text(["two <b>&"])
    gateway.release()
    await ended(page)
    assert _asked_of(gateway) == ["one", "two <b>&"]


async def test_a_removed_message_is_not_sent_and_can_come_back(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    await _begin(page, gateway)
    await send(page, "two")
    await send(page, "three")
    await page.locator(".queued").first.get_by_role("link", name="Remove").click()
    await expect(_queued(page)).to_have_text(["three"])
    await page.get_by_role("button", name="Undo").click()
    await expect(_queued(page)).to_have_text(["three", "two"])
    await expect(page.locator(".toast")).to_have_count(0)
    await page.locator(".queued").first.get_by_role("link", name="Remove").click()
    await expect(_queued(page)).to_have_text(["two"])
    gateway.release()
    await ended(page)
    assert _asked_of(gateway) == ["one", "two"]


async def test_a_message_taken_while_it_is_edited_keeps_what_was_typed(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 409")
    await _begin(page, gateway)
    await send(page, "two")
    await page.locator(".queued").get_by_role("link", name="Edit").click()
    await page.get_by_label("Your message").fill("two, but better")
    gateway.release()
    await expect(page.locator("#queue .queued")).to_have_count(0)
    await expect(page.get_by_label("Your message")).to_have_value("two, but better")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("dialog .note")).to_contain_text("its turn has begun")
    await page.mouse.click(5, 5)
    await expect(page.get_by_label("Your message")).to_have_value("two, but better")
    await page.get_by_role("button", name="Send as a new message").click()
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await expect(page.locator(".said")).to_have_text(["one", "two", "two, but better"])
    await ended(page)
    assert _asked_of(gateway) == ["one", "two", "two, but better"]


async def test_a_message_changed_on_two_pages_shows_both_texts(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 409")
    await _begin(page, gateway)
    await send(page, "two")
    other = await page.context.new_page()
    await other.goto(page.url)
    for one, words in ((page, "mine"), (other, "theirs")):
        await one.locator(".queued").get_by_role("link", name="Edit").click()
        await one.get_by_label("Your message").fill(words)
    await other.get_by_role("button", name="Save").click()
    await expect(_queued(page)).to_have_text(["theirs"])
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("dialog .note")).to_contain_text("theirs")
    await expect(page.get_by_label("Your message")).to_have_value("mine")
    await page.get_by_role("button", name="Save").click()
    await expect(_queued(other)).to_have_text(["mine"])
    gateway.release()
    await ended(page)


async def test_an_answer_that_is_stopped_gives_way_to_the_next(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    await _begin(page, gateway)
    await send(page, "two")
    await page.get_by_role("button", name="Stop").click()
    await expect(last_answer(page)).to_have_text("Then.")
    await ended(page)
    await expect(page.locator(".note")).to_contain_text("You stopped this answer")
    assert _asked_of(gateway) == ["one", "two"]


async def test_a_late_press_of_stop_leaves_the_next_answer_alone(
    scripted: Served, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    await _begin(page, gateway, Reply.sse(text("Then."), hold(), text(" All of it."), stop()))
    stale = await page.locator("#foot .stop").get_attribute("value")
    await send(page, "two")
    gateway.release()
    await expect(last_answer(page)).to_have_text("Then.")
    late = await scripted.client.post(f"{page.url}/stop", data={"turn": stale or ""})
    assert late.status_code == 303
    gateway.release()
    await ended(page)
    await expect(last_answer(page)).to_have_text("Then. All of it.")


async def test_a_queue_works_without_script(
    scripted: Served, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    assert scripted_page.context.browser is not None
    context = await scripted_page.context.browser.new_context(
        base_url=scripted.url, java_script_enabled=False
    )
    plain = await context.new_page()
    gateway.answers(Reply.sse(text("First."), hold(), stop()), Reply.sse(text("Then."), stop()))
    await plain.goto("/")
    for words in ("one", "two", "three"):
        await plain.locator("#box").fill(words)
        await plain.get_by_role("button", name="Send").click()
    await expect(_queued(plain)).to_have_text(["two", "three"])
    await plain.locator(".queued").first.get_by_role("link", name="Edit").click()
    await plain.get_by_label("Your message").fill("two, edited")
    await plain.get_by_role("button", name="Save").click()
    await expect(_queued(plain)).to_have_text(["two, edited", "three"])
    await plain.locator(".queued").last.get_by_role("link", name="Remove").click()
    await expect(plain.get_by_role("heading", name="Remove this message?")).to_be_visible()
    await plain.get_by_role("button", name="Remove").click()
    await expect(_queued(plain)).to_have_text(["two, edited"])
    gateway.release()
    await expect(plain.locator(".growing, .queued")).to_have_count(0, timeout=20_000)
    assert _asked_of(gateway) == ["one", "two, edited"]
    await context.close()


async def test_a_message_is_sent_once_although_its_answer_was_lost(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("ERR_FAILED", "Failed to fetch")
    await _begin(page, gateway)
    await page.route("**/send", _taken_but_unanswered)
    await press_enter(page, "two")
    await expect(page.locator("#notice")).to_contain_text("could not be reached")
    await expect(_queued(page)).to_have_text(["two"])
    await page.unroute("**/send")
    await expect(page.locator("#box")).to_have_value("two")
    await page.locator("#box").press("Enter")
    await expect(page.locator("#box")).to_have_value("")
    await expect(_queued(page)).to_have_text(["two"])
    gateway.release()
    await ended(page)
    await expect(page.locator(".said")).to_have_text(["one", "two"])


async def _taken_but_unanswered(route: Any) -> None:
    await route.fetch()
    await route.abort()
