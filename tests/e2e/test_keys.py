"""The keyboard: what each key does, and where it does nothing."""

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import ask, ended, last_answer, send
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text

pytestmark = pytest.mark.asyncio(loop_scope="session")

#: What an input method sends before and after a word is chosen; browsers differ in what tells that it is at work.
_COMPOSING = ['isComposing: true, key: "{key}"', 'keyCode: 229, key: "Process"', 'keyCode: 229, key: "{key}"']
_SEARCH = """() => {
    const button = Object.assign(document.createElement("button"), { id: "found", textContent: "Search" });
    button.dataset.key = "search";
    button.addEventListener("click", () => { button.textContent = `${button.textContent}!`; });
    document.body.append(button);
}"""


async def _at_rest(page: Page) -> None:
    await page.goto("/")
    await page.locator("#box").wait_for()
    await page.evaluate("document.activeElement.blur()")


@pytest.mark.parametrize("told", _COMPOSING)
@pytest.mark.parametrize("key", ["Enter", "Escape"])
async def test_keys_of_an_input_method_send_and_stop_nothing(
    scripted_page: Page, gateway: ScriptedGateway, told: str, key: str
) -> None:
    page = scripted_page
    gateway.answers(
        Reply.sse(text("Half"), hold(), text(" and half."), stop()), Reply.sse(text("Yes."), stop())
    )
    await page.goto("/")
    await send(page, "one")
    await expect(last_answer(page)).to_have_text("Half")
    await page.locator("#box").fill("かな")
    event = told.format(key=key)
    passed = await page.locator("#box").evaluate(
        f"""(box) => {{
            box.dispatchEvent(new CompositionEvent("compositionstart", {{ bubbles: true }}));
            const event = new KeyboardEvent("keydown", {{ bubbles: true, cancelable: true, {event} }});
            const passed = box.dispatchEvent(event);
            box.dispatchEvent(new CompositionEvent("compositionend", {{ bubbles: true }}));
            return passed && document.activeElement === box;
        }}"""
    )
    assert passed, "the input method gets its key, and the box keeps the caret"
    gateway.release()
    await ended(page)
    await expect(last_answer(page)).to_have_text("Half and half.")
    await expect(page.locator(".said")).to_have_text(["one"])
    await expect(page.locator("#box")).to_have_value("かな")
    await page.keyboard.press("Enter")
    await expect(page.locator(".said")).to_have_text(["one", "かな"])
    await ended(page)


async def test_escape_stops_the_answer_then_leaves_the_box(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(text("Half"), hold(), stop()))
    await page.goto("/")
    await send(page, "one")
    await expect(last_answer(page)).to_have_text("Half")
    await page.locator("#box").fill("half a thought")
    await page.keyboard.press("Escape")
    await ended(page)
    await expect(page.locator(".note")).to_contain_text("You stopped this answer")
    await expect(page.locator("#box")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("#box")).not_to_be_focused()
    await expect(page.locator("#box")).to_have_value("half a thought")


async def test_escape_that_closes_something_stops_nothing(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(text("Half"), hold(), text(" and half."), stop()))
    await page.goto("/")
    await send(page, "one")
    await expect(last_answer(page)).to_have_text("Half")
    await page.get_by_role("button", name="More for this chat").click()
    await page.keyboard.press("Escape")
    await expect(page.locator("#chat-menu")).to_be_hidden()
    await page.get_by_role("button", name="More for this chat").click()
    await page.get_by_role("link", name="Rename").click()
    await expect(page.get_by_label("Title")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await page.get_by_label("Model").focus()
    await page.keyboard.press("Escape")
    gateway.release()
    await ended(page)
    await expect(last_answer(page)).to_have_text("Half and half.")


@pytest.mark.parametrize("keys", ["Control+k", "Meta+k", "Control+K"])
async def test_the_search_opens_from_anywhere(scripted_page: Page, keys: str) -> None:
    page = scripted_page
    await page.goto("/")
    await page.evaluate(_SEARCH)
    await expect(page.locator("#box")).to_be_focused()
    await page.keyboard.press(keys)
    await expect(page.locator("#found")).to_have_text("Search!")
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press(keys)
    await expect(page.locator("#found")).to_have_text("Search!!")


async def test_single_letters_are_typed_where_one_types(scripted_page: Page) -> None:
    page = scripted_page
    await page.goto("/")
    await ask(page, "one")
    chat = page.url
    await page.locator("#box").press_sequentially("n?c/nc?")
    await expect(page.locator("#box")).to_have_value("n?c/nc?")
    await page.get_by_role("button", name="More for this chat").click()
    await page.get_by_role("link", name="Rename").click()
    await expect(page.get_by_label("Title")).to_be_focused()
    await page.get_by_label("Title").fill("")
    await page.get_by_label("Title").press_sequentially("n?c/")
    await expect(page.get_by_label("Title")).to_have_value("n?c/")
    await page.get_by_role("button", name="Save").focus()
    await page.keyboard.press("n")
    await page.keyboard.press("?")
    await expect(page.locator("#keys[open]")).to_have_count(0)
    await expect(page.locator(".toast")).to_have_count(0)
    assert page.url == chat


async def test_the_last_answer_is_copied(scripted_page: Page, gateway: ScriptedGateway) -> None:
    page = scripted_page
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await _at_rest(page)
    await page.keyboard.press("c")
    await expect(page.locator(".toast")).to_contain_text("no answer to copy")
    gateway.answers(Reply.sse(text("*First*"), stop()), Reply.sse(text("**Second**\n\n`x`"), stop()))
    await ask(page, "one")
    await ask(page, "two")
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press("c")
    await expect(page.locator(".toast")).to_contain_text("The last answer is copied")
    assert await page.evaluate("navigator.clipboard.readText()") == "**Second**\n\n`x`"


async def test_code_is_copied_as_it_is_written(scripted_page: Page, gateway: ScriptedGateway) -> None:
    page = scripted_page
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    code = 'def greet(name):\n\treturn f"<b>{name}</b>"  # &amp;\n'
    gateway.answers(Reply.sse(text(f"So:\n\n```python\n{code}```\n"), stop()))
    await page.goto("/")
    await ask(page, "code, please")
    await expect(page.locator(".code-bar")).to_contain_text("python")
    await expect(page.locator(".hl-keyword").first).to_have_text("def")
    await page.locator(".code").get_by_role("button", name="Copy").click()
    await expect(page.locator(".code").get_by_role("button")).to_have_text("Copied")
    assert await page.evaluate("navigator.clipboard.readText()") == code


async def test_the_other_keys_do_what_their_list_says(scripted_page: Page) -> None:
    page = scripted_page
    await _at_rest(page)
    await page.keyboard.press("?")
    await expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    for key in ("Enter", "Shift", "Esc", "Ctrl", "/", "n", "c", "?"):
        await expect(page.locator("#keys kbd", has_text=key).first).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("#keys[open]")).to_have_count(0)
    await page.keyboard.press("/")
    await expect(page.locator("#box")).to_be_focused()
    await ask(page, "one")
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press("n")
    await expect(page.locator(".asked")).to_have_count(0)
    await expect(page.locator("#box")).to_be_focused()
