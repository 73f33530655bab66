"""The list of chats, and what can be done with one."""

import re
from collections.abc import Sequence

import psycopg
import pytest
from playwright.async_api import Page, expect

from app.embedded import Dsns
from tests.e2e.browsing import Troubles, ask, ended, send
from tests.e2e.conftest import RealServer
from tests.gateway.scripted import Reply, ScriptedGateway
from tests.support import Served

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def _open_menu(page: Page) -> None:
    await page.get_by_role("button", name="More for this chat").click()


async def _start(page: Page, text: str) -> str:
    await page.goto("/")
    await ask(page, text)
    return page.url


async def test_a_renamed_chat_keeps_its_title(page: Page) -> None:
    await _start(page, "hello there")
    await _open_menu(page)
    await page.get_by_role("link", name="Rename").click()
    await expect(page.get_by_label("Title")).to_be_focused()
    await page.get_by_label("Title").fill("Greetings")
    await page.keyboard.press("Enter")
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await expect(page.locator("h1")).to_have_text("Greetings")
    await expect(page).to_have_title("Greetings – popagent")
    await expect(page.locator(".row-link[aria-current]")).to_have_text("Greetings")
    await ask(page, "hello again")
    await page.reload()
    await expect(page.locator("h1")).to_have_text("Greetings")


async def test_a_stale_rename_shows_both_titles_and_keeps_what_was_typed(
    page: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 409")
    url = await _start(page, "hello")
    await _open_menu(page)
    await page.get_by_role("link", name="Rename").click()
    await page.get_by_label("Title").fill("Mine")
    other = await page.context.new_page()
    await other.goto(url)
    await _open_menu(other)
    await other.get_by_role("link", name="Rename").click()
    await other.get_by_label("Title").fill("Theirs")
    await other.get_by_role("button", name="Save").click()
    await expect(other.locator("h1")).to_have_text("Theirs")

    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("dialog .note")).to_contain_text("Theirs")
    await expect(page.locator("dialog .note")).to_contain_text("Mine")
    await expect(page.get_by_label("Title")).to_have_value("Mine")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("h1")).to_have_text("Mine")


async def test_deleting_asks_first_and_names_the_chat(page: Page, troubles: Troubles) -> None:
    troubles.expect("status of 404")
    url = await _start(page, "hello, soon to be gone")
    await _open_menu(page)
    await page.get_by_role("link", name="Delete").click()
    await expect(page.locator("dialog[open]")).to_contain_text(re.compile("hello, soon to be gone", re.I))
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await expect(page.get_by_role("button", name="More for this chat")).to_be_focused()
    await _open_menu(page)
    await page.get_by_role("link", name="Delete").click()
    await page.get_by_role("button", name="Delete").click()
    await expect(page).to_have_url(re.compile(r"/$"))
    await expect(page.get_by_role("link", name="hello, soon to be gone")).to_have_count(0)
    reply = await page.goto(url)
    assert reply is not None
    assert reply.status == 404
    await expect(page.get_by_role("link", name="Go to popagent")).to_be_visible()


async def test_a_chat_deleted_while_it_answers_is_gone_and_the_page_says_so(page: Page) -> None:
    await page.goto("/")
    await send(page, "count slowly to 30")
    await expect(page.locator(".prose")).to_contain_text("1 2")
    chat = page.url
    removed = await page.request.post(f"{chat}/delete", max_redirects=0)
    assert removed.status == 303
    await expect(page.locator("#notice")).to_contain_text("deleted elsewhere")


async def test_an_archived_chat_leaves_the_list_and_can_come_back(page: Page) -> None:
    await _start(page, "hello, soon in the archive")
    row = page.locator(".row-link", has_text="hello, soon in the archive")
    await expect(row).to_have_count(1)
    await _open_menu(page)
    await page.get_by_role("button", name="Archive").click()
    await expect(page.locator(".head .tag")).to_have_text("archived")
    await expect(row).to_have_count(0)
    await page.get_by_role("link", name="Archived").click()
    await expect(row).to_have_count(1)
    await _open_menu(page)
    await page.get_by_role("button", name="Restore").click()
    await expect(page.locator(".head .tag")).to_have_count(0)
    await expect(row).to_have_count(1)
    await expect(page.locator(".list-head")).to_have_count(0)


async def test_thousands_of_chats_are_listed_by_period_and_loaded_as_they_come_into_view(
    dsns: Dsns, scripted_page: Page
) -> None:
    page = scripted_page
    await fill(dsns.application, 450)
    await page.goto("/")
    await expect(page.locator(".group")).to_have_text(["Today", "This week", "Older"])
    await expect(page.locator(".row-link")).to_have_count(200)
    for expected in (400, 450):
        await page.locator(".more").scroll_into_view_if_needed()
        await expect(page.locator(".row-link")).to_have_count(expected)
    await expect(page.locator(".group")).to_have_text(["Today", "This week", "Older"])
    await expect(page.locator(".more")).to_have_count(0)
    await page.locator(".row-link").last.scroll_into_view_if_needed()
    place = await page.locator("#sessions").evaluate("(list) => list.scrollTop")
    await page.locator(".row-link").last.click()
    await expect(page).to_have_url(re.compile("/c/old450$"))
    await expect(page.locator(".row-link[aria-current]")).to_have_text("Chat number 450")
    assert await page.locator("#sessions").evaluate("(list) => list.scrollTop") == place


async def test_back_and_forward_show_the_chats_they_name(page: Page) -> None:
    first = await _start(page, "hello one")
    second = await _start(page, "hello two")
    await page.locator(".row-link", has_text="hello one").click()
    await expect(page).to_have_url(first)
    await expect(page).to_have_title(re.compile("hello one – popagent", re.I))
    await page.go_back()
    await expect(page).to_have_url(second)
    await expect(page.locator(".said")).to_have_text("hello two")
    await page.go_forward()
    await expect(page.locator(".said")).to_have_text("hello one")
    await expect(page.locator(".rail")).to_have_count(1)


async def test_the_list_is_a_drawer_on_a_phone(page: Page) -> None:
    await _start(page, "hello from a phone")
    await page.set_viewport_size({"width": 390, "height": 844})
    await expect(page.locator("#rail")).to_be_hidden()
    await page.get_by_role("button", name="Chats").click()
    await expect(page.locator("#rail")).to_be_visible()
    await page.locator(".row-link", has_text="hello from a phone").click()
    await expect(page.locator("#rail")).to_be_hidden()
    await page.get_by_role("button", name="Chats").click()
    await page.keyboard.press("Escape")
    await expect(page.locator("#rail")).to_be_hidden()


async def test_keys_reach_the_box_and_list_themselves(page: Page) -> None:
    await page.goto("/")
    await page.keyboard.press("Escape")
    await expect(page.locator("#box")).not_to_be_focused()
    await page.keyboard.press("?")
    await expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("/")
    await expect(page.locator("#box")).to_be_focused()


async def test_everything_needed_works_without_script(server: RealServer, page: Page) -> None:
    assert page.context.browser is not None
    context = await page.context.browser.new_context(base_url=server.url, java_script_enabled=False)
    plain = await context.new_page()
    await plain.goto("/")
    await plain.locator("#box").fill("Remember that my cat is called Minka")
    await plain.get_by_role("button", name="Send").click()
    await expect(plain.locator(".said")).to_have_text("Remember that my cat is called Minka")
    await expect(plain.locator(".growing")).to_have_count(0, timeout=20_000)
    await expect(plain.locator(".prose").last).to_contain_text("I will remember")
    chat = plain.url
    await plain.goto(f"{chat}/rename")
    await plain.get_by_label("Title").fill("The cat")
    await plain.get_by_role("button", name="Save").click()
    await expect(plain.locator("h1")).to_have_text("The cat")
    await plain.locator("#box").fill("   ")
    await plain.get_by_role("button", name="Send").click()
    await expect(plain.locator("#notice")).to_contain_text("nothing to send")
    await plain.goto(f"{chat}/delete")
    await plain.get_by_role("button", name="Delete").click()
    await expect(plain.get_by_role("link", name="The cat")).to_have_count(0)
    await context.close()


async def test_the_colours_can_be_chosen_and_are_remembered(page: Page) -> None:
    await page.goto("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = await page.evaluate(ground)
    switch = page.locator(".rail [data-theme-switch]")
    await switch.click()
    await switch.click()
    dark = await page.evaluate(ground)
    assert dark != light
    await page.reload()
    assert await page.evaluate(ground) == dark
    await switch.click()
    await page.emulate_media(color_scheme="dark")
    assert await page.evaluate(ground) == dark
    await page.emulate_media(color_scheme="light")
    assert await page.evaluate(ground) == light


async def test_the_model_that_was_chosen_is_used_and_remembered(
    scripted: Served, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.models = Reply.body({"data": [{"id": "small"}, {"id": "large"}]})
    await scripted.app.state.gateway.catalogue(fresh=True)
    await page.goto("/")
    await page.get_by_label("Model").select_option("large")
    await send(page, "hello")
    await ended(page)
    assert gateway.requests[-1].json["model"] == "large"
    await expect(page.get_by_label("Model")).to_have_value("large")
    await page.goto("/")
    await expect(page.get_by_label("Model")).to_have_value("large")


async def fill(dsn: str, count: int, titles: Sequence[str] = ()) -> None:
    """Store chats that were last used over the past months, under these titles or numbered ones."""
    async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as connection:
        for n in range(1, count + 1):
            title = titles[(n - 1) % len(titles)] if titles else f"Chat number {n}"
            await connection.execute("select session.open(%s, %s, null)", [f"old{n}", title])
        await connection.execute(
            "update public.popagent_sessions set updated_at = now() - case"
            " when n <= 5 then interval '1 millisecond' * n"
            " when n <= 20 then interval '1 day' + interval '1 hour' * n"
            " else interval '7 days' + interval '6 hours' * n end"
            " from (select id, substr(id, 4)::integer as n from public.popagent_sessions where id like 'old%') o"
            " where o.id = popagent_sessions.id"
        )
