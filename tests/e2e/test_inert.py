"""Whatever people and models write is shown, never obeyed. The `page` fixtures fail on a dialog, on a request
that nobody meant, on anything the content policy had to stop."""

import json

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import Troubles, ended, scrolls_sideways, send
from tests.gateway.scripted import Reply, ScriptedGateway, call, chunk, hold, pause, stop, text

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = """<script>alert(1)</script> <img src=x onerror=alert(1)> <svg/onload=alert(1)>
[x](javascript:alert(1)) [x](data:text/html,<script>alert(1)</script>) [y](/api/sessions) ![z](https://evil.example/p.png)

<iframe srcdoc="<script>alert(1)</script>"></iframe> <a href="jav&#x09;ascript:alert(1)">x</a>

<form action=/api/sessions method=post><button>press</button></form> <style>@import url(//evil.example);</style>
<div hx-trigger="load" hx-get="/api/sessions"></div> <hx-partial hx-target="body">gone</hx-partial>
<template hx type="partial" hx-target="body">gone</template> <p hx-swap-oob="true" id="messages">gone</p>
</textarea></div></li></ol> ${{7*7}} {{7*7}} <title>owned</title> <head><title>owned</title></head>

```"><script>alert(1)</script>
<hx-partial hx-target="body">gone</hx-partial>
```

`<hx-partial hx-target="body">` \u202egnp.exe <meta http-equiv="refresh" content="0;url=//evil.example">"""

#: What stands where people and models write; outside of it are forms and links of our own.
_FOREIGN = """() => [...document.querySelectorAll("script, iframe, img, form, style, meta[http-equiv], [style]")]
    .filter((one) => one.closest("#messages, #earlier, #queue, #sessions, #head, #announce, dialog"))
    .filter((one) => one.closest(".prose, .said, .folded, .stored") ||
        !one.matches(".note form, .menu form, .under form, dialog form"))
    .map((one) => one.outerHTML)
    .concat([...document.querySelectorAll("#scroll *, dialog *")].flatMap((one) =>
        [...one.attributes].filter((attribute) => attribute.name.startsWith("on")).map((attribute) => attribute.name)))
    .concat([...document.querySelectorAll("#scroll a[href], #scroll [hx-get], #scroll [hx-trigger]")]
        .filter((one) => one.closest(".prose, .said") || !one.matches(".edit, .queued .under a, .given-fold *"))
        .map((one) => one.getAttribute("href") ?? one.outerHTML).filter((href) => !/^(https?:|mailto:)/.test(href)))"""


async def _is_inert(page: Page) -> None:
    assert await page.evaluate(_FOREIGN) == []
    await expect(page.locator("#box")).to_be_visible()
    await expect(page.locator("#messages")).to_have_count(1)
    assert "owned" not in await page.title()
    assert not await scrolls_sideways(page)


async def test_hostile_text_is_inert_in_question_answer_and_title(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    pieces = [HOSTILE[n : n + 37] for n in range(0, len(HOSTILE), 37)]
    gateway.answers(
        Reply.sse(
            chunk({"reasoning_content": HOSTILE}),
            *[part for p in pieces for part in (text(p), pause(0.02))],
            stop(),
        )
    )
    await page.goto("/")
    await send(page, HOSTILE)
    await ended(page)
    await _is_inert(page)
    await expect(page.locator(".said")).to_contain_text("<script>alert(1)</script>")
    await expect(page.locator(".prose").first).to_contain_text("<iframe srcdoc=")
    await expect(page.locator("#announce")).to_contain_text("<script>")
    await page.locator(".fold:not(.given-fold) summary").click()
    await _is_inert(page)
    await page.reload()
    await page.wait_for_load_state("networkidle")
    await _is_inert(page)
    await expect(page.locator(".said")).to_contain_text("<script>alert(1)</script>")


async def test_hostile_text_is_inert_while_it_waits_and_while_it_is_edited(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 409")
    gateway.answers(Reply.sse(text("First."), hold(), stop()), Reply.sse(text(HOSTILE), stop()))
    await page.goto("/")
    await send(page, "one")
    await send(page, HOSTILE)
    await expect(page.locator(".queued .said")).to_contain_text("<iframe srcdoc=")
    await _is_inert(page)
    await page.locator(".queued").get_by_role("link", name="Edit").click()
    await expect(page.get_by_label("Your message")).to_have_value(HOSTILE)
    await _is_inert(page)
    other = await page.context.new_page()
    await other.goto(page.url)
    await other.locator(".queued").get_by_role("link", name="Edit").click()
    await other.get_by_label("Your message").fill(HOSTILE + " changed")
    await other.get_by_role("button", name="Save").click()
    await expect(page.locator(".queued .said")).to_contain_text("changed")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("dialog .stored")).to_contain_text("<script>alert(1)</script>")
    await _is_inert(page)
    gateway.release()
    await ended(page)
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("dialog .note")).to_contain_text("its turn has begun")
    await _is_inert(page)
    await page.keyboard.press("Escape")
    await page.locator(".asked").last.hover()
    await page.get_by_role("link", name="Edit and send again").last.click()
    await expect(page.get_by_label("Your message")).to_have_value(HOSTILE + " changed")
    await _is_inert(page)
    await page.get_by_role("link", name="Cancel").click()
    await page.get_by_role("button", name="Regenerate").click()
    await expect(page.locator(".versions")).to_contain_text("2 of 2")
    await ended(page)
    await _is_inert(page)


async def test_hostile_tool_calls_and_their_results_are_inert(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    given = {"content": HOSTILE, "key": "<script>alert(1)</script>"}
    named = {"index": 0, "id": "c1", "function": {"name": "remember", "arguments": json.dumps(given)}}
    foreign = {
        "index": 1,
        "id": "c2",
        "function": {"name": "<img src=x onerror=alert(1)>", "arguments": json.dumps(given)},
    }
    gateway.answers(Reply.sse(call(named, foreign), stop("tool_calls")), Reply.sse(text("done"), stop()))
    await page.goto("/")
    await send(page, "use your tools")
    await ended(page)
    for fold in await page.locator(".fold summary").all():
        await fold.click()
    await _is_inert(page)
    await page.reload()
    await page.wait_for_load_state("networkidle")
    await _is_inert(page)


async def test_a_hostile_error_of_the_gateway_is_inert(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    gateway.answers(Reply.body({"error": {"message": HOSTILE, "code": "<b>x</b>"}}, status=400))
    await page.goto("/")
    await send(page, "fail, please")
    await ended(page)
    await expect(page.locator(".note.danger")).to_be_visible()
    await _is_inert(page)
    await page.reload()
    await page.wait_for_load_state("networkidle")
    await _is_inert(page)


async def test_a_hostile_model_name_is_inert(scripted_page: Page, gateway: ScriptedGateway) -> None:
    page = scripted_page
    name = '"><img src=x onerror=alert(1)>'
    gateway.models = Reply.body({"data": [{"id": "m"}, {"id": name}]})
    await page.goto("/")
    await page.reload()
    await _is_inert(page)


async def test_a_title_of_ones_own_is_inert_everywhere(page: Page) -> None:
    await page.goto("/")
    await send(page, "hello")
    await ended(page)
    await page.get_by_role("button", name="More for this chat").click()
    await page.get_by_role("link", name="Rename").click()
    hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e'
    await page.get_by_label("Title").fill(hostile)
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("h1")).to_contain_text("<script>alert(1)</script>")
    await page.get_by_role("button", name="More for this chat").click()
    await page.get_by_role("link", name="Delete").click()
    await expect(page.locator("dialog[open]")).to_contain_text("<script>alert(1)</script>")
    await _is_inert(page)
    await page.reload()
    await _is_inert(page)


async def test_a_hostile_address_gets_a_plain_answer(page: Page, troubles: Troubles) -> None:
    troubles.expect(r"status of 40\d")
    for address in (
        "/c/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/c/x/messages?before=%3Cimg%20src%3Dx%3E",
        "/nowhere/%22%3E%3Csvg/onload=alert(1)%3E",
    ):
        reply = await page.goto(address)
        assert reply is not None
        assert reply.status in (400, 404)
        assert await page.locator("script, img, svg[onload]").count() == 0
        await expect(page.get_by_role("link", name="Go to popagent")).to_be_visible()
