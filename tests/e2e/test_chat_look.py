"""Pictures of the chat page at work, and what of its looks can be measured."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from app.embedded import Dsns
from tests.e2e.browsing import Troubles, ask, ended, last_answer, scrolls_sideways, send
from tests.e2e.test_chats import fill
from tests.e2e.test_look import _PLAN, _TITLES
from tests.e2e.test_memories import _FAINT
from tests.gateway.scripted import Reply, ScriptedGateway, hold, stop, text, usage
from tests.support import Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

_SIZES = {1280: 800, 390: 844}
_LONG_NAME = "provider/a-model-with-a-rather-long-name-2026-11-30"
_CODE = '''Three ways to say it:

```python
@cache
def greet(name: str, *, times: int = 2) -> str:
    """Say hello."""
    return " ".join(f"Hello, {name}!" for _ in range(times))  # twice is polite
```

```sql
select s.id, count(*) filter (where m.role = 'user') as asked -- by session
from popagent_sessions s
join popagent_messages m on m.thread_id = s.id
group by s.id
having count(*) > 10;
```

```diff
@@ -1,2 +1,2 @@
-old line
+new line
```

```nonsuch
plain, for nobody knows this language
```
'''


async def _shoot(page: Page, artifacts: Path, name: str) -> None:
    """Take a picture at both widths and in both themes, and hold it to what can be measured."""
    for width, height in _SIZES.items():
        await page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            # Hiding the caret would leave styles behind, which a later swap copies and the policy stops.
            path = artifacts / f"chat-{name}-{width}-{scheme}.png"
            await page.screenshot(path=path, animations="disabled", caret="initial")
            assert await page.evaluate(_FAINT) == [], f"{name} at {width} px, {scheme}"
        assert not await scrolls_sideways(page), f"{name} scrolls sideways at {width} px"
    await page.set_viewport_size({"width": 1280, "height": 800})


async def _long_names(scripted: Served, gateway: ScriptedGateway, window: int) -> None:
    gateway.models = Reply.body({"data": [{"id": _LONG_NAME, "context_window": window}, {"id": "small"}]})
    await scripted.app.state.gateway.catalogue(fresh=True)


async def test_code_in_colours(scripted_page: Page, gateway: ScriptedGateway, artifacts: Path) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(text(_CODE), usage(700, 90), stop()))
    await page.goto("/")
    await ask(page, "Show me some code")
    await _shoot(page, artifacts, "code")


async def test_what_waits(
    dsns: Dsns, scripted: Served, scripted_page: Page, gateway: ScriptedGateway, artifacts: Path
) -> None:
    page = scripted_page
    await _long_names(scripted, gateway, 128_000)
    await fill(dsns.application, 24, _TITLES)
    gateway.answers(
        Reply.sse(text("Yes, it is."), usage(12_400, 5), stop()),
        Reply.sse(text(_PLAN[:420]), hold(), stop()),
        Reply.sse(text("ok"), stop()),
    )
    await page.goto("/")
    await ask(page, "Is Prague nice?")
    await send(page, "Is a weekend enough for Prague?")
    await expect(last_answer(page)).to_contain_text("Two full days")
    await send(page, "And which day is better for the castle?")
    await send(page, "Please add where to have lunch. " + "It should not be too loud, nor too dear. " * 8)
    await page.locator("#box").fill("Something else, half typed")
    await _shoot(page, artifacts, "waiting")
    await page.locator(".queued").last.get_by_role("link", name="Edit").click()
    await expect(page.get_by_label("Your message")).to_be_focused()
    await _shoot(page, artifacts, "edit-waiting")
    await page.keyboard.press("Escape")
    await page.locator(".queued").first.get_by_role("link", name="Remove").click()
    await expect(page.locator(".toast")).to_be_visible()
    await _shoot(page, artifacts, "removed")
    gateway.release()
    await ended(page)


async def test_changes_that_come_too_late(
    scripted_page: Page, gateway: ScriptedGateway, artifacts: Path, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 409")
    gateway.answers(Reply.sse(text("First."), hold(), stop()), Reply.sse(text("Then."), stop()))
    await page.goto("/")
    await send(page, "Is a weekend enough for Prague?")
    await send(page, "And which day is better for the castle?")
    other = await page.context.new_page()
    await other.goto(page.url)
    for one, words in ((page, "Which day is better?"), (other, "Castle first, or the islands?")):
        await one.locator(".queued").get_by_role("link", name="Edit").click()
        await one.get_by_label("Your message").fill(words)
    await other.get_by_role("button", name="Save").click()
    await expect(page.locator(".queued")).to_contain_text("islands")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("dialog .note")).to_contain_text("changed elsewhere")
    await _shoot(page, artifacts, "conflict")
    gateway.release()
    await ended(page)
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("dialog .note")).to_contain_text("its turn has begun")
    await _shoot(page, artifacts, "taken")


async def test_versions_and_a_context_that_is_nearly_full(
    scripted: Served, scripted_page: Page, gateway: ScriptedGateway, artifacts: Path
) -> None:
    page = scripted_page
    await _long_names(scripted, gateway, 1400)
    gateway.answers(
        Reply.sse(text("Yes."), usage(900, 5), stop()),
        Reply.sse(text(_PLAN), usage(1304, 220), stop()),
        Reply.body({"error": {"message": "The quota for this month is used up."}}, status=400),
    )
    await page.goto("/")
    await ask(page, "Is a weekend enough for Prague?")
    await page.get_by_role("button", name="Regenerate").click()
    await expect(page.locator(".versions")).to_contain_text("2 of 2")
    await ended(page)
    await page.locator(".asked").hover()
    await _shoot(page, artifacts, "versions")
    await page.get_by_role("button", name="Regenerate").click()
    await expect(page.locator(".note.danger")).to_contain_text("answer from before")
    await ended(page)
    await _shoot(page, artifacts, "failed-attempt")
    await page.locator(".asked").hover()
    await page.get_by_role("link", name="Edit and send again").click()
    await expect(page.get_by_label("Your message")).to_be_focused()
    await _shoot(page, artifacts, "edit-question")


async def test_the_keys(page: Page, artifacts: Path) -> None:
    await page.goto("/")
    await page.locator("#box").wait_for()
    await page.keyboard.press("Escape")
    await page.keyboard.press("?")
    await expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    await _shoot(page, artifacts, "keys")


async def test_a_connection_that_is_lost(
    scripted_page: Page, gateway: ScriptedGateway, artifacts: Path, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "network error", "ERR_NETWORK")
    gateway.answers(Reply.sse(text(_PLAN[:420]), hold(), stop()))
    await page.goto("/")
    await send(page, "Is a weekend enough for Prague?")
    await expect(last_answer(page)).to_contain_text("Two full days")
    await page.context.set_offline(True)
    await expect(page.locator("#connection")).to_contain_text("interrupted", timeout=20_000)
    await _shoot(page, artifacts, "offline")
    await page.context.set_offline(False)
    await expect(page.locator("#connection")).to_be_hidden(timeout=40_000)
    gateway.release()
    await ended(page)
