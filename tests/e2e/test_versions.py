"""Answers in versions, questions asked differently, and copies that go on from an answer."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import Troubles, ask, ended, last_answer, send
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text, usage
from tests.support import Served

pytestmark = pytest.mark.asyncio(loop_scope="session")


def _says(*words: str) -> list[Reply]:
    return [Reply.sse(text(one), stop()) for one in words]


def _given(gateway: ScriptedGateway) -> list[str]:
    """Return what the last request gave the model of the conversation, without the memories beside the question."""
    messages = [one for one in gateway.requests[-1].json["messages"] if one["role"] != "system"]
    return [str(one["content"]).rsplit("\n\n", 1)[-1] for one in messages]


async def _asked_twice(page: Page, gateway: ScriptedGateway) -> None:
    """Ask, and have the answer written anew."""
    gateway.answers(*_says("First answer.", "Second answer."))
    await page.goto("/")
    await ask(page, "one")
    await page.get_by_role("button", name="Regenerate").click()
    await expect(last_answer(page)).to_have_text("Second answer.")
    await ended(page)


async def test_an_answer_written_anew_keeps_the_one_before(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    await _asked_twice(page, gateway)
    assert _given(gateway) == ["one"]
    await expect(page.locator(".said")).to_have_count(1)
    await expect(page.locator(".answer")).to_have_count(1)
    await expect(page.locator(".versions")).to_contain_text("2 of 2")
    await expect(page.get_by_role("button", name="Next version")).to_be_disabled()
    await page.get_by_role("button", name="Previous version").click()
    await expect(last_answer(page)).to_have_text("First answer.")
    await expect(page.locator(".versions")).to_contain_text("1 of 2")
    await page.reload()
    await expect(last_answer(page)).to_have_text("First answer.")
    gateway.answers(*_says("On."))
    await ask(page, "go on")
    assert _given(gateway) == ["one", "First answer.", "go on"]
    await expect(page.get_by_role("button", name="Regenerate")).to_have_count(1)
    await page.locator(".answer").first.get_by_role("button", name="Next version").click()
    await expect(page.locator(".answer").first.locator(".prose")).to_have_text("Second answer.")


async def test_the_version_before_is_out_of_the_way_while_the_new_one_is_written(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(*_says("First answer."), Reply.sse(text("Sec"), hold(), text("ond."), stop()))
    await page.goto("/")
    await ask(page, "one")
    await page.get_by_role("button", name="Regenerate").click()
    await expect(page.locator(".answer .prose")).to_have_text(["Sec"])
    await page.reload()
    await expect(page.locator(".answer .prose")).to_have_text(["Sec"])
    await expect(page.get_by_role("button", name="Regenerate")).to_have_count(0)
    gateway.release()
    await expect(page.locator(".answer .prose")).to_have_text(["Second."])
    await ended(page)


async def test_an_attempt_that_says_nothing_takes_nothing_away(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(
        *_says("First answer."),
        Reply.body({"error": {"message": "The quota is used up."}}, status=400),
        *_says("Second answer."),
    )
    await page.goto("/")
    await ask(page, "one")
    await page.get_by_role("button", name="Regenerate").click()
    await expect(page.locator(".note.danger")).to_contain_text(
        "The quota is used up. This is the answer from before."
    )
    await ended(page)
    await expect(page.locator(".answer .prose")).to_have_text(["First answer."])
    await page.reload()
    await expect(page.locator(".answer .prose")).to_have_text(["First answer."])
    await page.get_by_role("button", name="Try again").click()
    await expect(page.locator(".answer .prose")).to_have_text(["Second answer."])
    await ended(page)
    await expect(page.locator(".note")).to_have_count(0)
    await expect(page.locator(".versions")).to_contain_text("2 of 2")


async def test_a_failed_turn_is_tried_again_without_asking_twice(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.body({"error": {"message": "Overloaded."}}, status=400), *_says("Here I am."))
    await page.goto("/")
    await send(page, "are you there")
    await page.get_by_role("button", name="Try again").click()
    await expect(last_answer(page)).to_have_text("Here I am.")
    await ended(page)
    await expect(page.locator(".said")).to_have_text(["are you there"])
    assert _given(gateway) == ["are you there"]


async def test_another_model_may_write_it_anew(
    scripted: Served, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.models = Reply.body({"data": [{"id": "small"}, {"id": "large"}]})
    await scripted.app.state.gateway.catalogue(fresh=True)
    gateway.answers(*_says("First answer.", "Second answer."))
    await page.goto("/")
    await ask(page, "one")
    await page.get_by_label("Model").select_option("large")
    await page.get_by_role("button", name="Regenerate").click()
    await expect(last_answer(page)).to_have_text("Second answer.")
    await ended(page)
    assert [exchange.json["model"] for exchange in gateway.requests] == ["small", "large"]
    await expect(page.locator(".answer .by")).to_have_text("large")


async def test_a_page_that_has_not_heard_of_a_later_question_is_told_so(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 409")
    gateway.answers(*_says("First answer.", "Later answer."))
    await page.goto("/")
    await ask(page, "one")
    address = page.url.rsplit("/", 1)[1]
    stale = await page.locator(".under form[action$=regenerate] input").get_attribute("value")
    await ask(page, "two")
    form = page.locator(".under form[action$=regenerate]")
    await form.locator("input").evaluate("(field, value) => { field.value = value; }", stale)
    await form.get_by_role("button").click()
    await expect(page.locator("#notice")).to_contain_text("Only the last answer can be written anew")
    assert address in page.url
    await expect(page.locator(".said")).to_have_text(["one", "two"])


async def test_versions_and_trying_again_work_without_script(
    scripted: Served, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    await _asked_twice(scripted_page, gateway)
    assert scripted_page.context.browser is not None
    context = await scripted_page.context.browser.new_context(
        base_url=scripted.url, java_script_enabled=False
    )
    plain = await context.new_page()
    await plain.goto(scripted_page.url)
    await plain.get_by_role("button", name="Previous version").click()
    await expect(last_answer(plain)).to_have_text("First answer.")
    gateway.answers(*_says("Third answer."))
    await plain.get_by_role("button", name="Regenerate").click()
    await expect(last_answer(plain)).to_have_text("Third answer.", timeout=20_000)
    await expect(plain.locator(".versions")).to_contain_text("3 of 3", timeout=20_000)
    await context.close()


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_question_is_asked_differently_in_a_copy(
    scripted_page: Page, gateway: ScriptedGateway, width: int
) -> None:
    page = scripted_page
    await page.set_viewport_size({"width": width, "height": 844})
    gateway.answers(*_says("First answer.", "Second answer.", "Other answer."))
    await page.goto("/")
    await ask(page, "one")
    await ask(page, "two")
    first = page.url
    await page.locator(".asked").last.hover()
    await page.get_by_role("link", name="Edit and send again").last.click()
    await expect(page.get_by_label("Your message")).to_have_value("two")
    await page.get_by_label("Your message").fill("two, differently")
    await page.get_by_role("button", name="Send in a copy").click()
    await expect(page).not_to_have_url(first)
    await expect(last_answer(page)).to_have_text("Other answer.")
    await ended(page)
    await expect(page.locator(".said")).to_have_text(["one", "two, differently"])
    assert _given(gateway) == ["one", "First answer.", "two, differently"]
    await page.goto(first)
    await expect(page.locator(".said")).to_have_text(["one", "two"])


async def test_a_question_that_is_refused_keeps_what_was_typed(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 422")
    gateway.answers(*_says("First answer."))
    await page.goto("/")
    await ask(page, "one")
    await page.locator("#model option").first.evaluate("(option) => { option.value = 'gone-model'; }")
    await page.locator(".asked").hover()
    await page.get_by_role("link", name="Edit and send again").click()
    await page.get_by_label("Your message").fill("one, differently")
    await page.get_by_role("button", name="Send in a copy").click()
    await expect(page.locator("dialog [role=alert]")).to_contain_text("gone-model")
    await expect(page.get_by_label("Your message")).to_have_value("one, differently")


async def test_a_copy_goes_on_from_an_answer(scripted_page: Page, gateway: ScriptedGateway) -> None:
    page = scripted_page
    gateway.answers(*_says("First answer.", "Second answer.", "Other answer."))
    await page.goto("/")
    await ask(page, "one")
    await ask(page, "two")
    first = page.url
    await page.get_by_role("button", name="Fork from here").first.click()
    await expect(page).to_have_url(re.compile(r"/c/\w+$"))
    await expect(page).not_to_have_url(first)
    await expect(page.locator(".said")).to_have_text(["one"])
    await ask(page, "three")
    assert _given(gateway) == ["one", "First answer.", "three"]


async def test_the_meter_tells_how_full_the_context_is(
    scripted: Served, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.models = Reply.body(
        {
            "data": [
                {"id": "small", "context_window": 1000},
                {"id": "large", "context_window": 128000},
                {"id": "odd"},
            ]
        }
    )
    await scripted.app.state.gateway.catalogue(fresh=True)
    gateway.answers(
        Reply.sse(text("a"), usage(420, 5), stop()),
        Reply.sse(text("b"), usage(900, 5), stop()),
    )
    await page.goto("/")
    await expect(page.locator("#meter")).to_have_text("")
    await ask(page, "one")
    await expect(page.locator("#meter")).to_have_text("420 of 1k tokens")
    await ask(page, "two")
    await expect(page.locator("#meter.full")).to_contain_text("nearly full")
    await page.get_by_label("Model").select_option("large")
    await expect(page.locator("#meter:not(.full)")).to_have_text("900 of 128k tokens")
    await page.get_by_label("Model").select_option("odd")
    await expect(page.locator("#meter")).to_have_text("900 tokens")
    await page.reload()
    await expect(page.get_by_label("Model")).to_have_value("odd")
    await expect(page.locator("#meter")).to_have_text("900 tokens")
