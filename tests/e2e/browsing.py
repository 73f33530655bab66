"""What the browser tests do with a page, and what no page may do."""

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Dialog, Locator, Page, Request, expect

#: Installed before every document: whatever the policy stops, and whatever tries to run, is written down.
_WITNESS = """
document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""


@dataclass
class Troubles:
    """Complaints of a page: console errors, exceptions, dialogs, requests that nobody meant."""

    seen: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def expect(self, *patterns: str) -> None:
        """Say that complaints matching these patterns are meant."""
        self.expected += patterns

    def unexpected(self) -> list[str]:
        return [one for one in self.seen if not any(re.search(pattern, one) for pattern in self.expected)]


async def watch(page: Page, url: str, troubles: Troubles) -> None:
    """Write down every complaint of a page."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            troubles.seen.append(f"console: {message.text} {message.location.get('url', '')}")

    def on_request(request: Request) -> None:
        elsewhere = urlsplit(request.url).netloc != urlsplit(url).netloc and not request.url.startswith(
            "data:"
        )
        if elsewhere or urlsplit(request.url).path.startswith("/api"):
            troubles.seen.append(f"request: {request.method} {request.url}")

    async def on_dialog(dialog: Dialog) -> None:
        troubles.seen.append(f"dialog: {dialog.message}")
        await dialog.dismiss()

    await page.add_init_script(_WITNESS)
    page.on("console", on_console)
    page.on("pageerror", lambda error: troubles.seen.append(f"exception: {error}"))
    page.on("request", on_request)
    page.on("dialog", on_dialog)


async def press_enter(page: Page, text: str) -> None:
    """Type a message and press Enter, whatever comes of it."""
    await page.locator("#box").fill(text)
    await page.keyboard.press("Enter")


async def send(page: Page, text: str) -> None:
    """Send a message with Enter and wait until its turn has begun."""
    asked = await page.locator(".asked").count()
    await press_enter(page, text)
    await expect(page.locator(".asked")).to_have_count(asked + 1)


async def ask(page: Page, text: str) -> str:
    """Send a message, wait for the end of its answer and return what the answer says."""
    await send(page, text)
    await ended(page)
    return await last_answer(page).inner_text()


async def ended(page: Page) -> None:
    """Wait until nothing is being written any more."""
    await expect(page.locator(".growing, .queued")).to_have_count(0, timeout=30_000)
    await expect(page.get_by_role("button", name="Stop")).to_have_count(0)


def last_answer(page: Page) -> Locator:
    """Return the text of the newest answer."""
    return page.locator(".answer").last.locator(".prose").last


async def scrolls_sideways(page: Page) -> bool:
    """Whether the page, or the conversation in it, is wider than its window."""
    wider: Any = await page.evaluate(
        """[document.documentElement, document.querySelector("#scroll"), document.body]
           .some((one) => one && one.scrollWidth > one.clientWidth)"""
    )
    return bool(wider)
