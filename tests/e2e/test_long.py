"""Conversations of thousands of messages, and texts of megabytes."""

import time

import psycopg
import pytest
from playwright.async_api import Page, expect

from app.embedded import Dsns
from tests.e2e.browsing import ask, ended, last_answer
from tests.gateway.scripted import Reply, ScriptedGateway, stop, text

pytestmark = pytest.mark.asyncio(loop_scope="session")

_PLACE = "(one) => one.getBoundingClientRect().y"


async def _fill(dsn: str, turns: int) -> None:
    """Store a chat of so many turns at /c/long."""
    async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as connection:
        await connection.execute("select session.open('long', 'A long one', null)")
        await connection.execute(
            """
            insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id, question_id)
            select
                'long', 2 * n + a, case a when 1 then 'q' else 'a' end || n,
                case a when 1 then 'user' else 'assistant' end,
                jsonb_build_array(jsonb_build_object(
                    'type', 'text', 'text', case a when 1 then 'Question ' || n
                    else 'Answer ' || n || E'.\\n\\n' || repeat('Some words to make it long enough. ', 20) end
                )),
                '{}', gen_random_uuid(), case a when 2 then 'q' || n end
            from generate_series(0, %s - 1) n
            cross join generate_series(1, 2) a
            """,
            [turns],
        )


async def test_five_thousand_messages_open_as_fast_as_a_hundred(dsns: Dsns, scripted_page: Page) -> None:
    page = scripted_page
    await _fill(dsns.application, 50)
    await page.goto("/c/long")
    spent: list[float] = []
    for _ in range(2):
        began = time.perf_counter()
        await page.goto("/c/long")
        await expect(page.get_by_text("Question 49", exact=True)).to_be_in_viewport()
        spent.append(time.perf_counter() - began)
    await page.request.post("/c/long/delete")
    await _fill(dsns.application, 2500)
    began = time.perf_counter()
    await page.goto("/c/long")
    await expect(page.get_by_text("Question 2499", exact=True)).to_be_in_viewport()
    assert time.perf_counter() - began < 3 * max(spent) + 1
    assert await page.locator(".asked").count() <= 100


async def test_older_messages_come_by_themselves_and_nothing_jumps(dsns: Dsns, scripted_page: Page) -> None:
    page = scripted_page
    await _fill(dsns.application, 200)
    await page.goto("/c/long")
    await expect(page.locator(".older")).to_have_count(1)
    await page.locator("#scroll").hover()
    shown = await page.locator(".asked").count()
    read = page.get_by_text("Question 170", exact=True)
    await read.scroll_into_view_if_needed()
    before = await read.evaluate(_PLACE)
    await page.locator(".older").evaluate("(one) => { one.scrollIntoView(); }")
    while await page.locator(".older").count():
        await page.mouse.wheel(0, -4000)
        await page.wait_for_timeout(20)
    await expect(page.locator(".asked")).to_have_count(200)
    assert await page.locator(".asked").count() > shown
    said = await page.locator(".said").all_inner_texts()
    assert said == [f"Question {number}" for number in range(200)]
    await read.scroll_into_view_if_needed()
    assert abs(await read.evaluate(_PLACE) - before) < 800


async def test_older_messages_do_not_move_what_is_read(dsns: Dsns, scripted_page: Page) -> None:
    page = scripted_page
    await _fill(dsns.application, 200)
    await page.goto("/c/long")
    first = page.get_by_text("Question 150", exact=True)
    await first.wait_for()
    places: list[float] = await first.evaluate(
        """async (one) => {
            const scroll = document.querySelector("#scroll");
            const places = [];
            const note = () => { places.push(one.getBoundingClientRect().y); };
            scroll.scrollTop = -scroll.scrollHeight;
            await new Promise((done) => { requestAnimationFrame(done); });
            note();
            while (document.querySelectorAll(".asked").length < 100) {
                await new Promise((done) => { requestAnimationFrame(done); });
            }
            note();
            return places;
        }"""
    )
    assert abs(places[0] - places[1]) < 2


async def test_the_newest_turns_of_a_long_chat_are_asked_for_again_without_the_others(
    dsns: Dsns, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    await _fill(dsns.application, 100)
    gateway.answers(Reply.sse(text("New answer."), stop()))
    await page.goto("/c/long")
    old = page.locator("#asked-q60")
    await old.evaluate("(one) => { one.dataset.mine = 'kept'; }")
    async with page.expect_response(lambda reply: reply.url.endswith("/send")) as sending:
        await ask(page, "one more")
    body = await (await sending.value).text()
    assert "Question 99" in body
    assert "Question 60" not in body
    await expect(old).to_have_attribute("data-mine", "kept")
    await expect(last_answer(page)).to_have_text("New answer.")
    await expect(page.get_by_role("button", name="Regenerate")).to_have_count(1)


async def test_a_paste_that_no_message_can_hold_does_not_hold_up_the_page(scripted_page: Page) -> None:
    page = scripted_page
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.goto("/")
    await page.locator("#box").fill("before ")
    await page.evaluate(
        "() => navigator.clipboard.writeText('The quick brown fox jumps over the lazy dog.\\\\n'.repeat(47_000))"
    )
    longest = page.evaluate(
        """async () => {
            let longest = 0;
            let last = performance.now();
            const end = last + 1500;
            while (last < end) {
                await new Promise((done) => { requestAnimationFrame(done); });
                longest = Math.max(longest, performance.now() - last);
                last = performance.now();
            }
            return longest;
        }"""
    )
    await page.locator("#box").focus()
    await page.keyboard.press("Control+V")
    await expect(page.locator("#notice .note, #files .chip")).to_have_count(1)
    assert await longest < 1500
    await expect(page.locator("#box")).to_have_value("before ")


async def test_a_long_paste_is_sent_and_folded(scripted_page: Page, gateway: ScriptedGateway) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(text("Long."), stop()))
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.goto("/")
    await page.evaluate("() => navigator.clipboard.writeText('x'.repeat(99_999))")
    await page.locator("#box").focus()
    await page.keyboard.press("Control+V")
    await expect(page.locator("#box")).to_have_value("x" * 99_999)
    await page.keyboard.press("Enter")
    await expect(page.locator(".rest summary")).to_contain_text("96,999 more characters")
    await ended(page)
