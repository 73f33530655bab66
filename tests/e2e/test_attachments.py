"""Files beside the box and under the question, as a hand, a keyboard and a phone meet them."""

import asyncio
import re
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.async_api import Browser, FilePayload, Locator, Page, Route, expect

from tests.e2e.browsing import Troubles, ended, last_answer, press_enter, scrolls_sideways, send
from tests.e2e.conftest import RealServer
from tests.e2e.test_look import _shoot
from tests.gateway.scripted import Reply, ScriptedGateway, stop, text

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])
HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"

_BRING = """([where, kind, files]) => {
    const data = new DataTransfer();
    for (const { name, type, bytes } of files) data.items.add(new File([new Uint8Array(bytes)], name, { type }));
    const init = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
    const event = kind === "paste" ? new ClipboardEvent(kind, init) : new DragEvent(kind, init);
    document.querySelector(where).dispatchEvent(event);
    return event.defaultPrevented;
}"""


def picture(
    width: int,
    height: int,
    top: tuple[int, int, int] = (40, 90, 140),
    bottom: tuple[int, int, int] = (240, 170, 90),
) -> bytes:
    """A PNG whose colour runs from top to bottom."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(
        b"\0" + bytes(a + (b - a) * y // height for a, b in zip(top, bottom, strict=True)) * width
        for y in range(height)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


PHOTO = FilePayload(name="sunset.png", mimeType="image/png", buffer=picture(600, 400))
NOTES = FilePayload(name="notes.md", mimeType="text/markdown", buffer=b"Walk to the castle")
PHONE_PHOTO = FilePayload(name="IMG_1.HEIC", mimeType="image/heic", buffer=HEIC)


async def attach(page: Page, *files: FilePayload) -> None:
    """Choose files with the button beside the box."""
    await page.get_by_label("Attach files").set_input_files(list(files))


async def bring(page: Page, where: str, kind: str, files: Sequence[FilePayload]) -> bool:
    """Paste or drop files; whether the page took them."""
    given = [{"name": f["name"], "type": f["mimeType"], "bytes": list(f["buffer"])} for f in files]
    taken: bool = await page.evaluate(_BRING, [where, kind, given])
    return taken


def here(page: Page) -> Locator:
    """The files that are uploaded and go with the next message."""
    return page.locator("#files .chip[data-file]")


async def open_at(page: Page, width: int, height: int) -> None:
    await page.set_viewport_size({"width": width, "height": height})
    await page.goto("/")


async def is_shown(image: Locator) -> None:
    """Wait until a picture has arrived and can be seen."""
    await expect(image).to_be_visible()
    await image.evaluate("(one) => one.decode()")
    assert await image.evaluate("(one) => one.naturalWidth > 0")


@SIZES
async def test_chosen_files_are_named_sent_and_shown(page: Page, width: int, height: int) -> None:
    await open_at(page, width, height)
    await attach(page, PHOTO, NOTES, FilePayload(name="wrong.txt", mimeType="text/plain", buffer=b"oops"))
    await expect(here(page)).to_have_count(3)
    await expect(here(page).first).to_contain_text("sunset.png")
    await is_shown(here(page).first.locator("img"))
    await page.get_by_role("button", name="Remove wrong.txt").click()
    await expect(here(page)).to_have_count(2)
    await expect(page.locator("#box")).to_be_focused()
    assert not await scrolls_sideways(page)
    await send(page, "What do you see?")
    await expect(page.locator("#files .chip")).to_have_count(0)
    await ended(page)
    await expect(last_answer(page)).to_contain_text("sunset.png: image/png")
    await expect(last_answer(page)).to_contain_text("beginning “Walk to the castle”")
    await expect(last_answer(page)).not_to_contain_text("wrong.txt")
    for _ in range(2):
        asked = page.locator(".asked")
        await is_shown(asked.get_by_role("img", name="sunset.png"))
        await expect(asked.get_by_role("link", name="notes.md")).to_be_visible()
        assert not await scrolls_sideways(page)
        await page.reload()
    async with page.expect_download() as started:
        await page.get_by_role("link", name="notes.md").click()
    saved = await (await started.value).path()
    assert Path(saved).read_bytes() == b"Walk to the castle"
    async with page.expect_popup() as opened:
        await page.get_by_role("link", name="sunset.png").click()
    alone = await opened.value
    await is_shown(alone.locator("img"))
    await alone.close()


@SIZES
async def test_a_message_may_be_files_alone(page: Page, width: int, height: int) -> None:
    await open_at(page, width, height)
    await attach(page, PHOTO)
    await expect(here(page)).to_have_count(1)
    await page.get_by_role("button", name="Send").click()
    await ended(page)
    await expect(last_answer(page)).to_contain_text("sunset.png")
    await expect(page.locator("h1")).to_have_text(re.compile("sunset.png", re.I))
    await expect(page.locator(".said")).to_have_count(0)


async def test_a_picture_can_be_pasted_and_text_stays_text(page: Page) -> None:
    await page.goto("/")
    assert await bring(page, "#box", "paste", [PHOTO])
    await expect(here(page)).to_have_count(1)
    assert not await bring(page, "#box", "paste", [])
    await page.locator("#box").focus()
    await page.keyboard.insert_text("pasted words")
    await expect(page.locator("#box")).to_have_value("pasted words")


async def test_files_can_be_dropped_anywhere_on_the_page(page: Page) -> None:
    await page.goto("/")
    assert await bring(page, "#scroll", "dragover", [PHOTO])
    await expect(page.locator("#composer")).to_have_class("composer dropping")
    assert await bring(page, "#scroll", "drop", [PHOTO, NOTES])
    await expect(here(page)).to_have_count(2)
    await expect(page.locator("#composer")).to_have_class("composer")


async def test_the_keyboard_attaches_and_removes(page: Page) -> None:
    await page.goto("/")
    await page.locator("#box").focus()
    await page.keyboard.press("Shift+Tab")
    await expect(page.get_by_label("Attach files")).to_be_focused()
    async with page.expect_file_chooser() as chooser:
        await page.keyboard.press("Enter")
    await (await chooser.value).set_files([NOTES])
    await expect(here(page)).to_have_count(1)
    await page.get_by_role("button", name="Remove notes.md").focus()
    await page.keyboard.press("Enter")
    await expect(here(page)).to_have_count(0)


@SIZES
async def test_a_file_that_cannot_be_attached_says_why_and_is_not_left_behind_unnoticed(
    page: Page, troubles: Troubles, width: int, height: int
) -> None:
    troubles.expect("status of 422")
    await open_at(page, width, height)
    large = FilePayload(name="large.png", mimeType="image/png", buffer=b"x" * (10 * 1024 * 1024 + 1))
    await attach(page, PHONE_PHOTO, large, NOTES)
    await expect(here(page)).to_have_count(1)
    await expect(page.locator(".chip.failed").first).to_contain_text("HEIC")
    await expect(page.locator(".chip.failed").last).to_contain_text("Larger than 10 MiB")
    assert not await scrolls_sideways(page)
    await press_enter(page, "See")
    await expect(page.locator("#files-told")).to_contain_text("not uploaded")
    await expect(page.locator(".asked")).to_have_count(0)
    await expect(page.locator("#box")).to_have_value("See")
    for name in ("IMG_1.HEIC", "large.png"):
        await page.get_by_role("button", name=f"Remove {name}").click()
    await send(page, "See")
    await ended(page)
    await expect(last_answer(page)).to_contain_text("notes.md")


async def test_without_a_connection_a_file_says_so_and_can_be_tried_again(
    page: Page, troubles: Troubles
) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED")
    await page.goto("/")
    await page.context.set_offline(True)
    await attach(page, NOTES)
    await expect(page.locator(".chip.failed")).to_contain_text("could not be reached")
    await page.context.set_offline(False)
    await page.get_by_role("button", name="Try again").click()
    await expect(here(page)).to_have_count(1)
    await expect(here(page)).to_contain_text("notes.md")


async def test_a_message_waits_for_its_files(page: Page) -> None:
    held = asyncio.Event()

    async def hold(route: Route) -> None:
        await held.wait()
        await route.continue_()

    await page.route("**/attachments?*", hold)
    await page.goto("/")
    await attach(page, NOTES)
    await expect(page.locator(".chip progress")).to_be_visible()
    await press_enter(page, "What is this?")
    await expect(page.locator("#files-told")).to_contain_text("as soon as")
    await expect(page.locator(".asked")).to_have_count(0)
    held.set()
    await expect(page.locator(".asked")).to_have_count(1)
    await ended(page)
    await expect(last_answer(page)).to_contain_text("notes.md")
    await expect(page.locator("#files-told")).to_be_hidden()


async def test_ten_files_go_with_a_message(page: Page) -> None:
    await page.goto("/")
    many = [FilePayload(name=f"{n}.txt", mimeType="text/plain", buffer=b"x") for n in range(12)]
    await attach(page, *many)
    await expect(here(page)).to_have_count(10)
    await expect(page.locator("#files-told")).to_contain_text("At most 10")


async def test_files_stay_with_their_chat_until_they_are_sent(page: Page) -> None:
    await page.goto("/")
    await send(page, "hello")
    await ended(page)
    chat = page.url
    await attach(page, NOTES)
    await expect(here(page)).to_have_count(1)
    await page.get_by_role("link", name="New chat").first.click()
    await expect(page.locator("#main[data-fresh]")).to_be_visible()
    await expect(here(page)).to_have_count(0)
    await page.locator(f'.row-link[href="/c/{chat.rpartition("/")[2]}"]').click()
    await expect(here(page)).to_have_count(1)
    await page.reload()
    await expect(here(page)).to_have_count(1)
    await send(page, "now")
    await ended(page)
    await page.reload()
    await expect(here(page)).to_have_count(0)


async def test_what_is_refused_keeps_its_files(
    scripted_page: Page, gateway: ScriptedGateway, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 422")
    gateway.answers(Reply.sse(text("ok"), stop()))
    await page.goto("/")
    await attach(page, NOTES)
    await expect(here(page)).to_have_count(1)
    await page.locator("#model option").first.evaluate("(option) => { option.value = 'gone-model'; }")
    await press_enter(page, "See")
    await expect(page.locator("#notice")).to_contain_text("gone-model")
    await expect(here(page)).to_have_count(1)
    await page.locator("#model option").first.evaluate("(option) => { option.value = ''; }")
    await send(page, "See")
    await ended(page)
    assert b"Walk to the castle" in gateway.requests[0].body


async def test_a_model_that_takes_no_images_is_told_on_the_page(
    scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.body({"error": {"message": "image_url is only supported by certain models"}}, 400))
    await page.goto("/")
    await attach(page, PHOTO)
    await expect(here(page)).to_have_count(1)
    await send(page, "What is this?")
    await ended(page)
    told = "This model does not take images. Choose another model or remove the image."
    await expect(page.locator(".answer .note.danger")).to_contain_text(told)


async def test_a_hostile_name_is_only_a_name(page: Page, troubles: Troubles) -> None:
    troubles.expect("status of 422")
    names = [
        '"><img src=x onerror=alert(1)>.png',
        "<script>alert(1)<\u2215script>.png",
        "' onload='alert(1).png",
        "\u202egnp.exe.png",
        "${{7*7}} {{7*7}} hx-get=x.png",
    ]
    await page.goto("/")
    await attach(page, *(FilePayload(name=n, mimeType="image/png", buffer=PHOTO["buffer"]) for n in names))
    await expect(here(page)).to_have_count(5)
    await attach(page, FilePayload(name=names[0], mimeType="image/png", buffer=HEIC))
    await expect(page.locator(".chip.failed")).to_contain_text("<img src=x onerror=alert(1)>")
    await page.locator(".chip.failed [data-remove]").click()
    for _ in range(2):
        assert await page.locator("#files img:not(.chip-mark), #files script").count() == 0
        await page.reload()
        await expect(here(page)).to_have_count(5)
    await send(page, "See")
    await ended(page)
    for _ in range(2):
        assert await page.locator(".asked img").count() == 5
        assert await page.locator(".asked :is(script, [onerror], [onload], [hx-get])").count() == 0
        await page.reload()
    await expect(page.get_by_role("img", name=names[0])).to_be_visible()


@SIZES
async def test_without_script_the_form_sends_files(
    server: RealServer, browser: Browser, width: int, height: int
) -> None:
    context = await browser.new_context(
        base_url=server.url, java_script_enabled=False, viewport={"width": width, "height": height}
    )
    page = await context.new_page()
    await page.goto("/")
    await page.get_by_label("Attach files").set_input_files([NOTES, PHONE_PHOTO])
    await page.locator("#box").fill("What is this?")
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator("#notice")).to_contain_text("HEIC")
    await expect(page.locator("#box")).to_have_value("What is this?")
    await expect(page.get_by_label("Send notes.md")).to_be_checked()
    assert not await scrolls_sideways(page)
    await page.get_by_label("Attach files").set_input_files([PHOTO])
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("link", name="notes.md")).to_be_visible()
    await is_shown_without_script(page)
    await context.close()


async def is_shown_without_script(page: Page) -> None:
    image = page.get_by_role("img", name="sunset.png")
    await expect(image).to_be_visible()
    reply = await page.request.get(str(await image.get_attribute("src")))
    assert await reply.body() == PHOTO["buffer"]


async def test_how_files_look(page: Page, artifacts: Path, troubles: Troubles) -> None:
    troubles.expect("status of 422")
    await page.goto("/")
    long = "a very long name of a file that nobody would ever want to type again by hand.csv"
    table = FilePayload(name=long, mimeType="text/csv", buffer=b"a,b\n1,2\n" * 4000)
    await attach(page, PHOTO, NOTES, table, PHONE_PHOTO)
    await expect(here(page)).to_have_count(3)
    await expect(page.locator(".chip.failed")).to_have_count(1)
    await page.locator("#box").fill("Which of these is the plan for Saturday?")
    await _shoot(page, artifacts, "attach-box")
    await page.locator(".chip.failed [data-remove]").click()
    await send(page, "Which of these is the plan for Saturday?")
    await ended(page)
    tall = FilePayload(
        name="tall.png", mimeType="image/png", buffer=picture(300, 900, (20, 120, 60), (200, 230, 120))
    )
    await attach(page, tall)
    await expect(here(page)).to_have_count(1)
    await send(page, "And this one?")
    await ended(page)
    for image in await page.locator(".attached img").all():
        await is_shown(image)
    await page.mouse.move(640, 20)
    await _shoot(page, artifacts, "attached")
