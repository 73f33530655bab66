"""Talking: what is said, streams, is remembered, survives reloads, and is never lost."""

import asyncio
import re

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import Troubles, ask, ended, last_answer, press_enter, send
from tests.gateway.scripted import Reply, ScriptedGateway, chunk, hold, stop, text

pytestmark = pytest.mark.asyncio(loop_scope="session")

TWENTY = " ".join(str(number) for number in range(1, 21))


async def test_what_is_told_in_one_chat_is_known_in_a_new_one(page: Page) -> None:
    await page.goto("/")
    await ask(page, "Remember that my favourite colour is teal")
    await expect(page.locator(".fold:not(.given-fold) summary")).to_contain_text("remember")

    await page.get_by_role("link", name="New chat").first.click()
    await expect(page.locator(".asked")).to_have_count(0)
    assert "teal" in await ask(page, "What is my favourite colour?")


async def test_each_example_of_the_empty_page_works(page: Page) -> None:
    for example in (
        "Remember that my favourite colour is teal",
        "What is my favourite colour?",
        "Show markdown",
    ):
        await page.goto("/")
        await page.get_by_role("button", name=example).click()
        await expect(page.locator(".asked")).to_have_text(re.compile(re.escape(example)))
        await ended(page)
        await expect(page.locator(".empty")).to_be_hidden()
        assert await last_answer(page).inner_text() != ""


async def test_text_is_seen_before_it_is_complete_and_the_address_names_the_chat(page: Page) -> None:
    await page.goto("/")
    await send(page, "count slowly to 20")
    await expect(last_answer(page)).to_contain_text("1 2 3")
    assert "20" not in await last_answer(page).inner_text()
    await expect(page.get_by_role("button", name="Stop")).to_be_visible()
    await expect(page).to_have_url(re.compile(r"/c/[\w-]+$"))
    await expect(page).to_have_title("count slowly to 20 – popagent")
    await expect(page.get_by_role("button", name="Send")).to_be_visible()
    await ended(page)
    assert TWENTY in await last_answer(page).inner_text()


async def test_the_complete_answer_is_announced_once(page: Page) -> None:
    await page.goto("/")
    await send(page, "count slowly to 12")
    await expect(last_answer(page)).to_contain_text("1 2 3")
    assert await page.locator("#announce").inner_text() == ""
    await ended(page)
    await expect(page.locator("#announce")).to_contain_text("1 2 3 4 5 6 7 8 9 10 11 12")


async def test_a_reload_in_mid_answer_shows_all_so_far_and_goes_on(page: Page) -> None:
    await page.goto("/")
    await send(page, "count slowly to 20")
    await expect(last_answer(page)).to_contain_text("1 2 3 4 5")
    await page.reload()
    await expect(last_answer(page)).to_contain_text("1 2 3 4 5", timeout=500)
    await expect(page.locator(".answer")).to_have_count(1)
    await ended(page)
    grown = await last_answer(page).inner_text()
    assert TWENTY in grown
    await page.reload()
    assert await last_answer(page).inner_text() == grown


async def test_stop_keeps_what_was_written_and_says_so(page: Page) -> None:
    await page.goto("/")
    await send(page, "count slowly to 20")
    await expect(last_answer(page)).to_contain_text("1 2 3")
    await page.get_by_role("button", name="Stop").click()
    await ended(page)
    await expect(page.locator(".note")).to_contain_text("You stopped this answer")
    kept = await last_answer(page).inner_text()
    assert kept.startswith("1 2 3")
    assert "20" not in kept
    await page.reload()
    assert await last_answer(page).inner_text() == kept
    await expect(page.get_by_role("button", name="Go on")).to_be_visible()


async def test_an_answer_goes_on_while_another_chat_is_read(page: Page) -> None:
    await page.goto("/")
    await ask(page, "hello")
    await page.goto("/")
    await send(page, "count slowly to 15")
    await expect(last_answer(page)).to_contain_text("1 2")
    counting = page.url
    await page.locator(".sessions").get_by_role("link", name="hello").first.click()
    await expect(page.locator(".asked")).to_have_text(re.compile("hello"))
    await expect(page.locator(".growing")).to_have_count(0)
    await expect(page.locator(f'.row-link[href="{counting[counting.index("/c/") :]}"] .dot')).to_be_visible()
    await page.go_back()
    await expect(page).to_have_url(counting)
    await ended(page)
    assert "13 14 15" in await last_answer(page).inner_text()
    await expect(page.locator(".asked")).to_have_count(1)


async def test_enter_sends_shift_enter_breaks_and_an_input_method_is_left_alone(page: Page) -> None:
    await page.goto("/")
    box = page.locator("#box")
    await box.fill("one")
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("two")
    assert await box.input_value() == "one\ntwo"
    composing = (
        'new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true, isComposing: true})'
    )
    assert await box.evaluate(f"(box) => box.dispatchEvent({composing})")
    await expect(page.locator(".asked")).to_have_count(0)
    await page.keyboard.press("Enter")
    await expect(page.locator(".said")).to_have_text("one\ntwo")
    assert await box.input_value() == ""
    await ended(page)


async def test_the_box_grows_with_its_text_to_a_third_of_the_height(page: Page) -> None:
    await page.goto("/")
    box = page.locator("#box")
    heights: list[float] = []
    for lines in (0, 6, 200):
        await box.fill("line\n" * lines)
        heights.append(await box.evaluate("(box) => box.getBoundingClientRect().height"))
    assert heights == sorted(set(heights))
    assert heights[-1] <= 800 * 0.34
    await expect(page.get_by_role("button", name="Send")).to_be_in_viewport()


async def test_two_quick_presses_send_one_message(page: Page) -> None:
    await page.goto("/")
    await page.locator("#box").fill("hello")
    await page.evaluate("""() => { const form = document.querySelector("#composer");
                           form.requestSubmit(); form.requestSubmit(); }""")
    await expect(page.locator(".asked")).to_have_count(1)
    await ended(page)
    await expect(page.locator(".asked")).to_have_count(1)
    await page.reload()
    await expect(page.locator(".asked")).to_have_count(1)


async def test_a_draft_is_kept_for_its_chat(page: Page) -> None:
    await page.goto("/")
    await ask(page, "hello")
    await page.locator("#box").fill("half a thought")
    await page.get_by_role("link", name="New chat").first.click()
    await expect(page).to_have_url(re.compile(r"/$"))
    assert await page.locator("#box").input_value() == ""
    await page.locator(".sessions .row-link").first.click()
    await expect(page.locator("#box")).to_have_value("half a thought")
    await page.reload()
    await expect(page.locator("#box")).to_have_value("half a thought")


async def test_a_message_that_is_refused_stays_in_the_box(page: Page, troubles: Troubles) -> None:
    troubles.expect("status of 422")
    await page.goto("/")
    await ask(page, "hello")
    await page.locator("#model option").first.evaluate("(option) => { option.value = 'gone-model'; }")
    await press_enter(page, "me too")
    await expect(page.locator("#notice")).to_contain_text("gone-model")
    await expect(page.locator("#box")).to_have_value("me too")
    await page.locator("#model option").first.evaluate("(option) => { option.value = ''; }")
    await page.keyboard.press("Enter")
    await expect(page.locator(".said").last).to_have_text("me too")
    await expect(page.locator("#notice")).to_be_empty()
    await ended(page)


async def test_a_message_that_is_too_long_is_told_before_it_is_sent(page: Page) -> None:
    await page.goto("/")
    await page.locator("#box").evaluate("""(box) => { box.value = "x".repeat(1_000_001);
                                           box.dispatchEvent(new Event("input", {bubbles: true})); }""")
    await expect(page.locator("#size")).to_contain_text("of 1000 kB")
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator("#notice")).to_contain_text("at most 1 MB")
    assert len(await page.locator("#box").input_value()) == 1_000_001


async def test_a_message_survives_a_network_that_is_down(page: Page, troubles: Troubles) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
    await page.goto("/")
    await page.context.set_offline(True)
    await press_enter(page, "hello")
    await expect(page.locator("#notice")).to_contain_text("could not be reached")
    await expect(page.locator("#box")).to_have_value("hello")
    await page.context.set_offline(False)
    await page.keyboard.press("Enter")
    await expect(page.locator(".asked")).to_have_count(1)
    await ended(page)
    await expect(page.locator("#notice")).to_be_empty()
    await expect(page.locator(".asked")).to_have_count(1)


async def test_the_end_stays_in_view_only_for_a_reader_who_is_there(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    lines = [text(f"Line {number}.\n\n") for number in range(60)]
    gateway.answers(Reply.sse(*lines, hold(), *[text(f"Late {number}.\n\n") for number in range(60)], stop()))
    await page.goto("/")
    await send(page, "many lines")
    await expect(page.get_by_text("Line 59.", exact=True)).to_be_in_viewport()
    await page.locator("#scroll").hover()
    await page.mouse.wheel(0, -900)
    await expect(page.get_by_role("button", name="To the newest message")).to_be_visible()
    read = page.get_by_text("Line 30.", exact=True)
    await expect(read).to_be_in_viewport()
    place = "(one) => one.getBoundingClientRect().y"
    before = await read.evaluate(place)
    gateway.release()
    await ended(page)
    assert abs(await read.evaluate(place) - before) < 2
    await page.get_by_role("button", name="To the newest message").click()
    await expect(page.get_by_text("Late 59.", exact=True)).to_be_in_viewport()
    gateway.answers(Reply.sse(*lines, stop()))
    await send(page, "again")
    await ended(page)
    await expect(page.get_by_text("Line 59.", exact=True).last).to_be_in_viewport()


async def test_an_opened_fold_and_a_selection_survive_the_next_words(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(
        Reply.sse(
            chunk({"reasoning_content": "Let me see."}),
            text("Some words"),
            hold(),
            text(" and more."),
            stop(),
        )
    )
    await page.goto("/")
    await send(page, "think")
    await expect(last_answer(page)).to_have_text("Some words")
    await page.locator(".fold:not(.given-fold) summary").click()
    await expect(page.locator(".folded")).to_have_text("Let me see.")
    gateway.release()
    await expect(last_answer(page)).to_have_text("Some words and more.")
    await ended(page)
    await expect(page.locator(".folded")).to_be_visible()


async def test_a_long_conversation_opens_at_its_end_and_goes_back_on_demand(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(text("fine"), stop()))
    await page.goto("/")
    await ask(page, "message 0")
    chat = page.url.rsplit("/", 1)[1]
    for number in range(1, 70):
        body: dict[str, str | float | bool] = {"message_id": f"m{number}", "text": f"message {number}"}
        reply = await page.request.post(f"/c/{chat}/send", form=body, headers={"HX-Request": "true"})
        assert reply.ok
        async with asyncio.timeout(10):
            while "data-running" in await (await page.request.get(f"/c/{chat}")).text():
                await asyncio.sleep(0.02)
    await page.goto(f"/c/{chat}")
    await expect(page.get_by_text("message 69", exact=True)).to_be_in_viewport()
    assert await page.locator(".asked").count() == 50
    await page.locator("#scroll").hover()
    for _ in range(40):
        await page.mouse.wheel(0, -1500)
        if await page.locator(".asked").count() == 70:
            break
        await page.wait_for_timeout(50)
    await expect(page.locator(".asked")).to_have_count(70)
    said = await page.locator(".said").all_inner_texts()
    assert said == [f"message {number}" for number in range(70)]
