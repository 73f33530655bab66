"""Pictures of every state for whoever judges them, and what of the looks can be measured."""

import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import psycopg
import pytest
from playwright.async_api import Page, expect

from app.embedded import Dsns
from tests.e2e.browsing import Troubles, ask, ended, last_answer, press_enter, scrolls_sideways, send
from tests.e2e.conftest import ROOT
from tests.e2e.test_chats import fill
from tests.gateway.scripted import Reply, ScriptedGateway, call, chunk, hold, stop, text, usage
from tests.support import Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

_SIZES = {1280: 800, 390: 844}

_PLAN = """Two full days is comfortable. You told me in spring that you would rather walk than take trams, so both \
days stay within about six kilometres.

| Day | Morning | Afternoon | On foot |
| --- | --- | --- | ---: |
| Saturday | Castle hill, before the groups arrive | Islands and the west bank | 5.8 km |
| Sunday | Old town and the river | Botanical garden | 4.1 km |

Three things are worth booking ahead:

1. the tower, for **sunset on Saturday**;
2. lunch at the market, where they keep a table until 13:00;
3. the garden's glasshouse, closed on Mondays.

I can put this into your calendar. The script takes a date and prints an event:

```python
def event(day: date, title: str, *, hours: tuple[int, int]) -> str:
    start, end = (datetime.combine(day, time(hour)) for hour in hours)
    return f"SUMMARY:{title}\\nDTSTART:{start:%Y%m%dT%H%M}\\nDTEND:{end:%Y%m%dT%H%M}"
```
"""
_TITLES = [
    "Weekend in Prague on foot",
    "Why the backup was slow",
    "Letter to the landlord",
    "Postgres: partial index or not?",
    "Birthday ideas for Minka",
    "Sourdough, second attempt",
    "Reading list for the winter",
    "What changed in Python 3.13",
    "Translate the manual's first page",
    "A name for the boat",
    "Insurance: which form?",
    "Train times to Basel",
    "Regex for order numbers",
    "Speech for Anna's party",
    "Lentil soup without onions",
    "How tides work",
    "Review of the rental contract",
    "Explain window functions",
    "Exercises for a stiff neck",
    "Summary of the board meeting",
    "Old photos: scan or not?",
    "Script that renames the files",
    "Questions for the architect",
    "Plants for a dark corner",
]


async def _shoot(page: Page, artifacts: Path, name: str) -> None:
    """Take a picture at both widths and in both themes, and hold it to what can be measured."""
    for width, height in _SIZES.items():
        await page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await page.screenshot(path=artifacts / f"{name}-{width}-{scheme}.png", animations="disabled")
        assert not await scrolls_sideways(page), f"{name} scrolls sideways at {width} px"
    await page.set_viewport_size({"width": 1280, "height": 800})


def _remembering(content: str) -> Reply:
    arguments = json.dumps({"content": content, "key": "walking"})
    return Reply.sse(
        call({"index": 0, "id": "c1", "function": {"name": "remember", "arguments": arguments}}),
        stop("tool_calls"),
    )


async def test_the_empty_page(page: Page, artifacts: Path) -> None:
    await page.goto("/")
    await _shoot(page, artifacts, "empty")


async def test_a_conversation(
    dsns: Dsns, scripted_page: Page, gateway: ScriptedGateway, artifacts: Path
) -> None:
    page = scripted_page
    await fill(dsns.application, 40, _TITLES)
    gateway.answers(
        _remembering("The user prefers walking to trams."),
        Reply.sse(text("Noted: you would rather walk than take trams."), usage(812, 12), stop()),
        Reply.sse(chunk({"reasoning_content": "Two days, on foot."}), text(_PLAN), usage(1304, 220), stop()),
    )
    await page.goto("/")
    await ask(page, "Remember that I would rather walk than take trams")
    await ask(page, "Is a weekend enough for Prague?")
    await page.mouse.move(640, 20)
    await _shoot(page, artifacts, "conversation")
    for fold in await page.locator(".fold summary").all():
        await fold.click()
    await page.locator("#scroll").evaluate("(one) => { one.scrollTop = -one.scrollHeight; }")
    await _shoot(page, artifacts, "unfolded")


async def test_the_picture_of_the_readme(
    dsns: Dsns, scripted: Served, scripted_page: Page, gateway: ScriptedGateway, artifacts: Path
) -> None:
    page = scripted_page
    gateway.models = Reply.body({"data": [{"id": "glm-4.7"}]})
    await scripted.app.state.gateway.catalogue(fresh=True)
    await fill(dsns.application, 24, _TITLES)
    gateway.answers(Reply.sse(text(_PLAN), usage(1304, 220), stop()))
    await page.goto("/")
    await ask(page, "Is a weekend enough for Prague?")
    await page.evaluate("document.activeElement.blur()")
    await page.mouse.move(640, 20)
    await page.screenshot(path=artifacts / "screenshot.png", animations="disabled")
    (ROOT / "docs").mkdir(exist_ok=True)
    shutil.copyfile(artifacts / "screenshot.png", ROOT / "docs" / "screenshot.png")


async def test_a_running_answer(scripted_page: Page, gateway: ScriptedGateway, artifacts: Path) -> None:
    page = scripted_page
    call_part = {"index": 0, "id": "c1", "function": {"name": "remember", "arguments": '{"content": "x"}'}}
    gateway.answers(
        Reply.sse(call(call_part), stop("tool_calls")), Reply.sse(text(_PLAN[:420]), hold(), stop())
    )
    await page.goto("/")
    await send(page, "Is a weekend enough for Prague?")
    await expect(last_answer(page)).to_contain_text("Two full days")
    await _shoot(page, artifacts, "running")
    gateway.release()
    await ended(page)


async def test_a_waiting_answer(scripted_page: Page, gateway: ScriptedGateway, artifacts: Path) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(hold(), text("yes"), stop()))
    await page.goto("/")
    await send(page, "Is a weekend enough for Prague?")
    await expect(page.locator(".step")).to_have_text("Thinking…")
    await _shoot(page, artifacts, "waiting")
    gateway.release()
    await ended(page)


async def test_errors(
    scripted_page: Page, gateway: ScriptedGateway, artifacts: Path, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 422")
    gateway.answers(
        Reply.sse(text("Half an answer, cut at the"), stop("length")),
        Reply.body({"error": {"message": "The quota for this month is used up."}}, status=400),
    )
    await page.goto("/")
    await ask(page, "Write a long one")
    await send(page, "Is a weekend enough for Prague?")
    await expect(page.locator(".note.danger")).to_contain_text("quota")
    await ended(page)
    await page.locator("#model option").first.evaluate("(option) => { option.value = 'gone-model'; }")
    await press_enter(page, "A message that was refused")
    await expect(page.locator("#notice")).to_contain_text("gone-model")
    await _shoot(page, artifacts, "error")


async def test_a_page_that_is_not_there(page: Page, artifacts: Path, troubles: Troubles) -> None:
    troubles.expect("status of 404")
    await page.goto("/c/nothing-here")
    await _shoot(page, artifacts, "not-found")


async def test_the_login(page: Page, artifacts: Path) -> None:
    await page.goto("/login")
    await _shoot(page, artifacts, "login")


async def test_many_chats(dsns: Dsns, scripted_page: Page, artifacts: Path) -> None:
    page = scripted_page
    await fill(dsns.application, 300, _TITLES)
    await page.goto("/c/old3")
    await _shoot(page, artifacts, "many-chats")
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.get_by_role("button", name="Chats").click()
    await page.screenshot(path=artifacts / "drawer-390-dark.png", animations="disabled")


async def test_chats_that_are_marked(dsns: Dsns, scripted_page: Page, artifacts: Path) -> None:
    """Pinned, unread and temporary ones in the list; a long title beside all that a head can hold."""
    page = scripted_page
    await fill(dsns.application, 24, _TITLES)
    async with await psycopg.AsyncConnection.connect(dsns.application, autocommit=True) as db:
        await db.execute(
            "insert into popagent_agent_workspaces values ('w', 'Allotment', 'w', false, 1, now(), now());"
            "update popagent_sessions set pinned_at = now() where id in ('old8', 'old13');"
            "select session.mark_read('old2'), thread.append('old2', 'a', 'assistant', '[]', '{}', gen_random_uuid());"
            "select session.fork('old3', 'fork');"
            "update popagent_sessions set title = repeat('Letter to Anna ', 12), workspace_id = 'w' where id = 'fork';"
            "select session.open('temporary', 'A surprise for Anna', null, p_temporary => true)"
        )
    for name, address in {
        "fork": "/c/fork",
        "temporary": "/c/temporary",
        "fresh-temporary": "/?temporary=1",
    }.items():
        await page.goto(address)
        await expect(page.get_by_label("new answer")).to_have_count(1)
        await _shoot(page, artifacts, name)
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.get_by_role("button", name="Chats").click()
    await page.screenshot(path=artifacts / "marked-390-dark.png", animations="disabled")


@pytest.mark.parametrize("name", ["Rename", "Delete"])
async def test_a_dialog(page: Page, artifacts: Path, name: str) -> None:
    await page.goto("/")
    await ask(page, "hello")
    await page.get_by_role("button", name="More for this chat").click()
    await page.screenshot(path=artifacts / "menu-1280-light.png", animations="disabled")
    await page.get_by_role("link", name=name).click()
    await expect(page.locator("dialog[open]")).to_be_visible()
    await _shoot(page, artifacts, f"dialog-{name.lower()}")


async def test_text_that_does_not_break_stays_in_its_place(
    scripted_page: Page, gateway: ScriptedGateway, artifacts: Path
) -> None:
    page = scripted_page
    wide = (
        "| " + " | ".join(f"column {n}" for n in range(20)) + " |\n|" + "---|" * 20 + "\n|" + " value |" * 20
    )
    code = f"```\n{'wide code ' * 100}\n```"
    address = "https://example.org/" + "a" * 400
    answer = f"{'x' * 3000}\n\n{code}\n\n{wide}\n\n- {address}\n\n`{'y' * 900}`"
    gateway.answers(Reply.sse(text(answer), stop()))
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.goto("/")
    await ask(page, "z" * 70_000 + " 🏳️‍🌈👩‍👩‍👧 مرحبا 漢字")
    await _shoot(page, artifacts, "unbreakable")
    block = page.locator(".prose pre").first
    assert await block.evaluate("(one) => one.scrollWidth > one.clientWidth")


async def test_nothing_moves_for_a_reader_who_asked_for_that(page: Page) -> None:
    await page.emulate_media(reduced_motion="reduce")
    await page.goto("/")
    await send(page, "count slowly to 5")
    moving = await page.evaluate(
        "document.getAnimations().filter((one) => one.playState === 'running').length"
    )
    assert moving == 0


_VISITS: list[tuple[str, Callable[[Page], Awaitable[object]]]] = [
    ("/", lambda page: page.locator("#box").wait_for()),
    ("/sessions?archived=1", lambda page: page.locator(".list-head").wait_for()),
    ("/login", lambda page: page.get_by_label("Key").wait_for()),
]


@pytest.mark.parametrize(("address", "there"), _VISITS, ids=[address for address, _ in _VISITS])
async def test_no_page_complains(
    page: Page, address: str, there: Callable[[Page], Awaitable[object]]
) -> None:
    reply = await page.goto(address)
    assert reply is not None
    assert "script-src 'self'" in reply.headers["content-security-policy"]
    await there(page)
    await page.wait_for_load_state("networkidle")
