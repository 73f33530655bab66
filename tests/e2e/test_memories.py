"""The memory pages in a browser: finding, reading, changing, deleting and bringing back what is remembered."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from app.embedded import Dsns
from app.web import application
from tests.e2e.browsing import Troubles, ask, scrolls_sideways
from tests.e2e.test_inert import HOSTILE
from tests.gateway.scripted import Reply, ScriptedGateway, stop, text
from tests.support import Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

_SIZES = {1280: 800, 900: 800, 390: 844}

#: Ratios of text to what it stands on that are too low to be read well (WCAG AA), each with the text.
_FAINT = """() => {
    const shine = (colour) => {
        const linear = (one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        const [r, g, b] = colour.slice(0, 3).map((one) => linear(one / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const parse = (text) => text.match(/[\\d.]+/g).map(Number);
    const ground = (one) => {
        for (; one; one = one.parentElement) {
            const colour = parse(getComputedStyle(one).backgroundColor);
            if (colour.length === 3 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
    };
    const seen = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const one = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !one.checkVisibility({ visibilityProperty: true })) continue;
        const style = getComputedStyle(one);
        const [a, b] = [shine(parse(one.closest("svg") ? style.fill : style.color)), shine(ground(one))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) seen.push(`${ratio.toFixed(2)} ${walker.currentNode.data.trim().slice(0, 40)}`);
    }
    return seen;
}"""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """How busy this machine is must not decide whether memories are found in time."""
    monkeypatch.setattr(application, "RECALL_TIMEOUT", 20_000)


@pytest_asyncio.fixture(loop_scope="session")
async def db(dsns: Dsns) -> AsyncIterator[psycopg.AsyncConnection]:
    async with await psycopg.AsyncConnection.connect(dsns.application, autocommit=True) as connection:
        yield connection


async def remember(db: psycopg.AsyncConnection, content: str, key: str | None = None, at: str = "") -> str:
    """Store a fact, at a time if one is given; return its id."""
    await db.execute("select set_config('popagent.now', %s, false)", [at])
    rows = await db.execute("select id from memory.remember('popagent-user', %s, %s)", [content, key])
    row = await rows.fetchone()
    assert row is not None
    return str(row[0])


async def retain(db: psycopg.AsyncConnection, said: str, answered: str, session: str = "s1") -> None:
    await db.execute("select memory.retain('popagent-user', %s, %s, %s)", [session, said, answered])


async def many(db: psycopg.AsyncConnection, count: int) -> None:
    """Store as many memories, a quarter of them facts, over the past half year."""
    await db.execute(
        """
        select case when n %% 4 = 0
            then (
                select r.id
                from memory.remember('popagent-user', 'Fact ' || n || ': the bakery order is kept until spring.') r
            )
            else (
                select r.id
                from memory.retain(
                    'popagent-user', 'chat' || n %% 9, 'Question ' || n || ' about the boat and the harbour?',
                    'It lies in Cascais, berth ' || n || ', until the storms are over.',
                    now() - (%s - n) * interval '14 hours') r
            )
        end
        from generate_series(1, %s) n
        """,
        [count, count],
    )


def pane(page: Page) -> Locator:
    return page.locator("#pane")


def rows(page: Page) -> Locator:
    return page.locator("#memory-list .item")


async def open_memory(page: Page, words: str) -> None:
    await rows(page).filter(has_text=words).first.click()
    await expect(pane(page).locator(".content").first).to_contain_text(words)


# ---- Finding ----


async def test_the_list_narrows_while_one_types_and_the_address_follows(
    db: psycopg.AsyncConnection, scripted_page: Page
) -> None:
    page = scripted_page
    await remember(db, "The bakery opens at eight", "bakery.hours")
    await remember(db, "The library opens at nine")
    await retain(db, "When does the bakery open?", "At eight.")
    await page.goto("/memories")
    await expect(page.locator("#memory-count")).to_contain_text("2 facts, 1 episode")
    await page.keyboard.press("/")
    await expect(page.get_by_label("Search memories")).to_be_focused()
    await page.keyboard.type("bakery")
    await expect(rows(page)).to_have_count(2)
    await expect(page).to_have_url(re.compile(r"/memories\?search=bakery$"))
    await expect(page.get_by_label("Search memories")).to_be_focused()
    await page.get_by_label("All", exact=True).focus()
    await page.keyboard.press("ArrowRight")
    await expect(rows(page)).to_have_count(1)
    await expect(page).to_have_url(re.compile(r"search=bakery&kind=fact$"))
    await page.reload()
    await expect(rows(page)).to_have_count(1)
    await expect(page.get_by_label("Facts", exact=True)).to_be_checked()
    await page.get_by_label("Search memories").fill("zebra")
    await expect(page.locator("#memory-list")).to_contain_text("No memory fits this search.")


async def test_memories_of_one_chat_or_key_are_picked_out(
    db: psycopg.AsyncConnection, scripted_page: Page
) -> None:
    page = scripted_page
    await db.execute("select session.open('s1', 'Bread and hours', null)")
    await retain(db, "When does the bakery open?", "At eight.")
    await retain(db, "And the library?", "At nine.", "s2")
    await remember(db, "The bakery opens at eight", "bakery.hours")
    await page.goto("/memories")
    await page.get_by_text("Chat and key").click()
    await page.get_by_label("Chat", exact=True).select_option("Bread and hours")
    await expect(rows(page)).to_have_count(1)
    await page.get_by_label("Chat", exact=True).select_option("Any")
    await page.get_by_label("Key", exact=True).fill("bakery.hours")
    await expect(rows(page).filter(has_text="opens at eight")).to_have_count(1)
    await expect(rows(page)).to_have_count(1)
    await page.goto("/memories?kind=episode")
    await open_memory(page, "And the library?")
    await expect(pane(page)).to_contain_text("in a chat that was deleted")
    await page.get_by_role("link", name="All memories of this chat").click()
    await expect(page).to_have_url(re.compile(r"/memories\?sessionId=s2$"))
    await expect(rows(page)).to_have_count(1)


async def test_a_memory_is_shown_beside_the_list_and_has_an_address(
    db: psycopg.AsyncConnection, scripted_page: Page
) -> None:
    page = scripted_page
    id = await remember(db, "The bakery opens at eight", "bakery.hours")
    await remember(db, "The library opens at nine")
    await page.goto("/memories?search=opens")
    await open_memory(page, "The bakery opens")
    await expect(page).to_have_url(re.compile(rf"/memories/{id}\?search=opens$"))
    await expect(page).to_have_title("bakery.hours – popagent")
    await expect(page.locator(".item[aria-current]")).to_contain_text("bakery")
    await expect(pane(page)).to_contain_text("usual (0.5 of 1)")
    await page.reload()
    await expect(pane(page).locator(".content")).to_have_text("The bakery opens at eight")
    await expect(page.locator(".item[aria-current]")).to_contain_text("bakery")
    await page.get_by_label("Search memories").fill("open")
    await expect(page).to_have_url(re.compile(rf"/memories/{id}\?search=open$"))
    await page.go_back()
    await expect(pane(page).get_by_role("heading", name="What would be recalled")).to_be_visible()


async def test_a_long_list_goes_on_as_it_comes_into_view(
    db: psycopg.AsyncConnection, scripted_page: Page
) -> None:
    page = scripted_page
    await many(db, 130)
    await page.goto("/memories")
    await expect(rows(page)).to_have_count(50)
    for shown in (100, 130):
        await rows(page).last.scroll_into_view_if_needed()
        await expect(rows(page)).to_have_count(shown)
    await expect(page.locator("#memory-list .more")).to_have_count(0)


# ---- Changing ----


async def test_a_fact_is_edited_in_its_place_and_keeps_its_history(
    db: psycopg.AsyncConnection, scripted_page: Page
) -> None:
    page = scripted_page
    await remember(db, "The SSH port is 22", "ssh.port", at="2026-01-02 03:04+00")
    await page.goto("/memories")
    await open_memory(page, "SSH port")
    await pane(page).get_by_role("link", name="Edit").click()
    await expect(page.get_by_label("What is to be remembered")).to_be_focused()
    await pane(page).get_by_role("link", name="Cancel").click()
    await expect(pane(page).get_by_role("link", name="Edit")).to_be_focused()
    await page.keyboard.press("Enter")
    await page.get_by_label("What is to be remembered").fill("The SSH port is 49222")
    await expect(page.locator("#fact-count")).to_have_text("21 of 2,000 characters")
    await page.get_by_label("Importance").fill("0.9")
    await page.get_by_role("button", name="Save").click()
    await expect(pane(page).locator(".content").first).to_have_text("The SSH port is 49222")
    await expect(pane(page)).to_contain_text("highest (0.9 of 1)")
    await expect(rows(page)).to_contain_text("The SSH port is 49222")
    await expect(page.locator("#toasts")).to_contain_text("Saved.")
    await expect(page.locator("#pane-title")).to_be_focused()
    earlier = pane(page).locator(".earlier")
    await expect(earlier).to_be_hidden()
    await pane(page).get_by_text("1 earlier value").click()
    await expect(earlier).to_contain_text("The SSH port is 22")
    await expect(pane(page).locator("time").first).to_have_attribute("title", re.compile("2026"))


async def test_an_edit_that_came_too_late_shows_both_versions_and_keeps_what_was_typed(
    db: psycopg.AsyncConnection, scripted_page: Page, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 409")
    await remember(db, "Lives in Porto", "home")
    await page.goto("/memories")
    await open_memory(page, "Lives in Porto")
    await pane(page).get_by_role("link", name="Edit").click()
    await page.get_by_label("What is to be remembered").fill("Lives in Faro")
    await remember(db, "Lives in Lisbon", "home")
    await page.get_by_role("button", name="Save").click()
    await expect(pane(page).locator(".note")).to_contain_text("Lives in Lisbon")
    await expect(pane(page).locator(".note")).to_contain_text("Lives in Faro")
    await expect(page.get_by_label("What is to be remembered")).to_have_value("Lives in Faro")
    await page.get_by_role("button", name="Save").click()
    await expect(pane(page).locator(".content").first).to_have_text("Lives in Faro")
    await expect(pane(page)).to_contain_text("2 earlier values")


async def test_a_fact_is_added_and_its_limit_is_told_before_it_is_sent(
    scripted_page: Page, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 422")
    await page.goto("/memories")
    await expect(page.locator("#memory-list")).to_contain_text("Nothing is remembered yet")
    await page.locator("#memory-list").get_by_role("link", name="Add a fact").click()
    content = page.get_by_label("What is to be remembered")
    await expect(content).to_be_focused()
    await content.fill("😀" * 2001)
    await expect(page.locator("#fact-count")).to_have_text("2,001 of 2,000 characters")
    await expect(page.locator("#fact-count")).to_have_class(re.compile("over"))
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(page.locator("dialog .note")).to_contain_text("at most 2,000 characters")
    await expect(content).to_have_value("😀" * 2001)
    await content.fill("The cat is called Miso")
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await expect(pane(page).locator(".content")).to_have_text("The cat is called Miso")
    await expect(rows(page)).to_have_count(1)
    await expect(page.locator("#toasts")).to_contain_text("Added.")
    await expect(page).to_have_url(re.compile(r"/memories/[\w-]{36}$"))


async def test_a_fact_gives_way_to_the_one_that_contradicts_it(
    db: psycopg.AsyncConnection, scripted_page: Page
) -> None:
    page = scripted_page
    await remember(db, "The bakery opens at seven")
    await remember(db, "The bakery opens at eight now")
    await remember(db, "Prefers tea")
    await page.goto("/memories")
    await open_memory(page, "opens at seven")
    await pane(page).get_by_text("Replaced by…").click()
    choices = pane(page).locator(".choices li")
    await expect(choices).to_have_count(1)
    await pane(page).get_by_label("Search facts").fill("tea")
    await expect(choices).to_contain_text(["Prefers tea"])
    await pane(page).get_by_label("Search facts").fill("eight")
    await expect(choices).to_contain_text(["opens at eight"])
    await choices.get_by_role("button", name="Choose").click()
    await expect(pane(page).locator(".content").first).to_have_text("The bakery opens at eight now")
    await expect(rows(page)).to_have_count(2)
    await pane(page).get_by_text("1 earlier value").click()
    await expect(pane(page).locator(".earlier")).to_contain_text("opens at seven")


# ---- Deleting ----


async def test_deletions_are_undone_one_by_one(db: psycopg.AsyncConnection, scripted_page: Page) -> None:
    page = scripted_page
    await remember(db, "Prefers tea")
    await retain(db, "When does the bakery open?", "At eight.")
    await remember(db, "Lives in Lisbon")
    await page.goto("/memories")
    await open_memory(page, "When does the bakery open?")
    await expect(pane(page)).to_contain_text("cannot be edited")
    await pane(page).get_by_role("button", name="Delete").click()
    await expect(rows(page)).to_have_count(2)
    await expect(page).to_have_url(re.compile(r"/memories$"))
    await open_memory(page, "Prefers tea")
    await pane(page).get_by_role("button", name="Delete").click()
    await expect(page.locator("#memory-count")).to_have_text("1 fact")
    await expect(page.locator(".toast")).to_have_count(2)
    first = page.locator(".toast", has_text="When does the bakery open?")
    await first.get_by_role("button", name="Undo").press("Enter")
    await expect(first).to_have_count(0)
    await expect(rows(page)).to_have_count(2)
    await expect(pane(page)).to_contain_text("At eight.")
    await page.locator(".toast", has_text="Prefers tea").get_by_role("button", name="Undo").click()
    await expect(rows(page)).to_have_count(3)
    await expect(page.locator("#memory-count")).to_contain_text("2 facts, 1 episode")


async def test_the_last_memory_leaves_the_empty_page_and_comes_back(
    db: psycopg.AsyncConnection, scripted_page: Page
) -> None:
    page = scripted_page
    await remember(db, "Prefers tea")
    await page.goto("/memories")
    await open_memory(page, "Prefers tea")
    await pane(page).get_by_role("button", name="Delete").click()
    await expect(page.locator("#memory-list")).to_contain_text("Nothing is remembered yet")
    await page.get_by_role("button", name="Undo").click()
    await expect(rows(page)).to_have_count(1)


async def test_a_toast_goes_by_itself_and_what_it_held_with_it(
    db: psycopg.AsyncConnection, scripted_page: Page
) -> None:
    page = scripted_page
    await remember(db, "Prefers tea")
    await page.goto("/memories")
    await open_memory(page, "Prefers tea")
    await pane(page).get_by_role("button", name="Delete").click()
    toast = page.locator(".toast")
    timing = await toast.evaluate("(one) => one.getAnimations()[0].effect.getTiming().delay")
    assert timing == 30_000
    await toast.get_by_role("button", name="Undo").focus()
    assert await toast.evaluate("(one) => one.getAnimations()[0].playState") == "paused"
    await toast.evaluate("(one) => one.getAnimations()[0].finish()")
    await expect(toast).to_have_count(0)


async def test_all_that_a_search_shows_is_deleted_after_a_question_that_counts(
    db: psycopg.AsyncConnection, scripted_page: Page, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 409")
    for n in range(3):
        await remember(db, f"Receipt {n}")
    await retain(db, "Where is the receipt?", "In the drawer.")
    await remember(db, "Prefers tea")
    await page.goto("/memories")
    await expect(page.get_by_role("link", name="Delete all")).to_have_count(0)
    await page.get_by_label("Search memories").fill("receipt")
    await expect(page.get_by_role("link", name="Delete all 4")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.get_by_role("link", name="Delete all 4").click()
    dialog = page.locator("dialog[open]")
    await expect(dialog).to_contain_text("Delete 4 memories?")
    assert not [url for url in asked if "/memories?" in url], "a click may not replace what it is on"
    await expect(dialog).to_contain_text("3 facts, 1 episode with the words receipt will be gone for good")
    await expect(dialog.get_by_role("link", name="Cancel")).to_be_focused()
    await remember(db, "Receipt 3")
    await dialog.get_by_role("button", name="Delete 4").click()
    await expect(dialog).to_contain_text("5 memories fit by now, not 4. Nothing was deleted")
    await dialog.get_by_role("button", name="Delete 5").click()
    await expect(dialog).to_have_count(0)
    await expect(page.locator("#memory-list")).to_contain_text("No memory fits this search.")
    await expect(page.locator("#toasts")).to_contain_text("Deleted 5 memories.")
    await page.get_by_role("link", name="Show all memories").click()
    await expect(rows(page)).to_have_count(1)


# ---- What is recalled ----


async def test_the_box_shows_what_would_be_recalled_and_why(
    db: psycopg.AsyncConnection, scripted_page: Page
) -> None:
    page = scripted_page
    await remember(db, "The bakery opens at eight")
    await retain(db, "Where is the bakery?", "At the corner; it opens early.")
    await retain(db, "And the bread?", "Rye.")
    await remember(db, "Prefers tea")
    await page.goto("/memories")
    question = page.get_by_label("Ask as you would in a chat")
    await question.fill("When does the bakery open?")
    found = page.locator(".found li")
    await expect(found).to_have_count(3)
    await expect(found.first).to_contain_text("The bakery opens at eight")
    await expect(found.first.locator("rect.part-lift")).to_have_count(1)
    await expect(found.last.locator("rect.part-lent")).to_have_count(1)
    await expect(page.locator(".parts")).to_contain_text(
        "What was said just before or after it in the same chat."
    )
    await expect(page.locator(".recalled table")).to_be_hidden()
    await page.get_by_text("In numbers").click()
    await expect(page.locator(".recalled tbody tr")).to_have_count(3)
    await expect(page).to_have_url(re.compile(r"/memories/recall\?q=When\+does"))
    await page.reload()
    await expect(found).to_have_count(3)
    await question.fill("zebra")
    await expect(page.locator("#recalled")).to_contain_text("Nothing would be recalled")


async def test_a_chat_shows_which_memories_an_answer_was_given_and_memories_lead_back_to_it(
    db: psycopg.AsyncConnection, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    await remember(db, "The bakery opens at eight")
    gateway.answers(Reply.sse(text("At eight."), stop()))
    await page.goto("/")
    await ask(page, "When does the bakery open?")
    await page.get_by_text("1 memory given").click()
    await page.locator(".given .item").click()
    await expect(pane(page).locator(".content")).to_have_text("The bakery opens at eight")
    await expect(pane(page)).to_contain_text("1 time, last just now")
    await open_memory(page, "When does the bakery open?")
    await pane(page).get_by_role("link", name="When does the bakery open?").click()
    await expect(page).to_have_url(re.compile(r"/c/\w+\?at=\d+#answer-"))
    await expect(page.locator(".answer:target")).to_contain_text("At eight.")


async def test_an_answer_without_memories_says_nothing_of_them_and_one_that_could_not_search_says_so(
    db: psycopg.AsyncConnection, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    gateway.answers(Reply.sse(text("Hello."), stop()))
    await page.goto("/")
    await ask(page, "hello")
    await expect(page.locator(".answer")).not_to_contain_text("given")
    await expect(page.locator(".answer")).not_to_contain_text("could not be searched")
    await db.execute("alter function memory.recall_block rename to recall_block_away")
    await ask(page, "hello again")
    await expect(page.locator(".answer").last).to_contain_text(
        "Memories could not be searched for this answer."
    )


# ---- Everywhere and for everyone ----


async def test_on_a_phone_a_memory_covers_the_list_which_keeps_its_place(
    db: psycopg.AsyncConnection, scripted_page: Page
) -> None:
    page = scripted_page
    await many(db, 80)
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.goto("/memories")
    await expect(pane(page)).to_be_hidden()
    await rows(page).nth(49).scroll_into_view_if_needed()
    await expect(rows(page)).to_have_count(80)
    place = await page.locator(".side").evaluate("(one) => one.scrollTop")
    assert place > 1000
    await rows(page).nth(49).click()
    await expect(pane(page)).to_be_visible()
    await expect(page.locator("#filter")).to_be_hidden()
    await page.get_by_role("link", name="All memories", exact=True).click()
    await expect(pane(page)).to_be_hidden()
    await expect(page.locator("#filter")).to_be_visible()
    await expect(page).to_have_url(re.compile(r"/memories$"))
    assert await page.locator(".side").evaluate("(one) => one.scrollTop") == place
    await page.get_by_role("link", name="Recall").click()
    await expect(page.get_by_label("Ask as you would in a chat")).to_be_visible()


async def test_a_list_that_cannot_be_reached_says_so_and_keeps_what_is_shown(
    db: psycopg.AsyncConnection, scripted_page: Page, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("Failed to load resource", "net::ERR", "htmx")
    await remember(db, "Prefers tea")
    await page.goto("/memories")
    await page.context.set_offline(True)
    await page.get_by_label("Search memories").fill("tea")
    await expect(page.locator("#notice")).to_contain_text("could not be reached")
    await expect(rows(page)).to_have_count(1)


async def test_everything_works_without_script(
    db: psycopg.AsyncConnection, scripted: Served, browser: Browser
) -> None:
    await remember(db, "The bakery opens at seven", "bakery")
    await remember(db, "Prefers tea")
    context = await browser.new_context(base_url=scripted.url, java_script_enabled=False)
    page = await context.new_page()
    await page.goto("/memories")
    await page.get_by_label("Search memories").fill("bakery")
    await page.get_by_role("button", name="Search").first.click()
    await expect(rows(page)).to_have_count(1)
    await rows(page).click()
    await pane(page).get_by_role("link", name="Edit").click()
    await page.get_by_label("What is to be remembered").fill("The bakery opens at eight")
    await page.get_by_role("button", name="Save").click()
    await expect(pane(page).locator(".content").first).to_have_text("The bakery opens at eight")
    await pane(page).get_by_role("button", name="Delete").first.click()
    await page.get_by_role("button", name="Undo").click()
    await expect(pane(page)).to_contain_text("1 earlier value")
    await page.get_by_role("link", name="Add a fact").click()
    await page.get_by_label("What is to be remembered").fill("Lives in Lisbon")
    await page.get_by_role("button", name="Add").click()
    await page.goto("/memories/recall")
    await page.get_by_label("Ask as you would in a chat").fill("Where do I live?")
    await page.get_by_role("button", name="Look").click()
    await expect(page.locator(".found li")).to_have_count(1)
    await page.goto("/memories?search=tea")
    await page.get_by_role("link", name="Delete this one").click()
    await page.get_by_role("button", name="Delete 1").click()
    await expect(page.locator("#memory-list")).to_contain_text("No memory fits")
    await context.close()


async def test_hostile_memories_are_inert(
    db: psycopg.AsyncConnection, scripted_page: Page, gateway: ScriptedGateway
) -> None:
    page = scripted_page
    hostile = HOSTILE[:1800]
    id = await remember(db, f"{hostile} first", HOSTILE[:120])
    await remember(db, f"{hostile} second", HOSTILE[:120])
    await remember(db, f"{hostile} third")
    await db.execute(
        "select memory.retain('popagent-user', %s, %s, %s)", [HOSTILE[:100], HOSTILE + " a", HOSTILE + " b"]
    )
    gateway.answers(Reply.sse(text("ok"), stop()))
    await page.goto("/memories")
    for n in range(3):
        await rows(page).nth(n).click()
        await expect(pane(page).locator(".content").first).to_contain_text("<script>alert(1)</script>")
        await _is_inert(page)
    await page.goto(f"/memories/{id}")
    await pane(page).get_by_text("1 earlier value").click()
    await pane(page).get_by_text("Replaced by…").click()
    await expect(pane(page).locator(".choices li")).to_have_count(1)
    await _is_inert(page)
    await pane(page).get_by_role("link", name="Edit").click()
    await expect(page.get_by_label("What is to be remembered")).to_have_value(re.compile("<script>"))
    await _is_inert(page)
    await page.goto(f"/memories/{id}")
    await pane(page).get_by_role("button", name="Delete").first.click()
    await expect(page.locator(".toast")).to_contain_text("<script>")
    await _is_inert(page)
    await page.get_by_role("button", name="Undo").click()
    await page.get_by_label("Search memories").fill(HOSTILE[:300])
    await page.get_by_role("link", name="Delete").click()
    await expect(page.locator("dialog[open]")).to_contain_text("<script>")
    await _is_inert(page)
    await page.keyboard.press("Escape")
    await page.goto("/memories/recall")
    await page.get_by_label("Ask as you would in a chat").fill(HOSTILE[:1000])
    await expect(page.locator(".found li").first).to_be_visible()
    await _is_inert(page)
    await page.goto("/")
    await ask(page, "script alert svg onload")
    await page.get_by_text("memories given").click()
    await expect(page.locator(".given .item").first).to_contain_text("<script>")
    await _is_inert(page)


async def _is_inert(page: Page) -> None:
    foreign = await page.evaluate(
        """() => [...document.querySelectorAll("script:not([src^='/static/']), iframe, img, style, meta[http-equiv]")]
            .concat([...document.querySelectorAll("[style]")]).map((one) => one.outerHTML)
            .concat([...document.querySelectorAll("*")].flatMap((one) =>
                [...one.attributes].filter((each) => /^(on|hx-on)/.test(each.name)).map((each) => each.name)))
            .concat([...document.querySelectorAll("#main a[href]")].map((one) => one.getAttribute("href"))
                .filter((href) => !/^\\/(memories|settings|c\\/|$)/.test(href)))"""
    )
    assert foreign == []
    assert "owned" not in await page.title()
    assert "49" not in await page.title()
    assert not await scrolls_sideways(page)


# ---- Looks ----


async def _shoot(page: Page, artifacts: Path, name: str) -> None:
    """Take pictures at three widths and in both themes; nothing scrolls sideways, everything can be read."""
    for width, height in _SIZES.items():
        await page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await page.screenshot(path=artifacts / f"memories-{name}-{width}-{scheme}.png")
            assert await page.evaluate(_FAINT) == []
        wide = await page.evaluate(
            """[document.documentElement, document.body, ...document.querySelectorAll(".side, .pane, dialog")]
               .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className || one.tagName)"""
        )
        assert wide == [], f"{name} scrolls sideways at {width} px"
    await page.set_viewport_size({"width": 1280, "height": 800})


async def test_the_looks_of_an_empty_memory(scripted_page: Page, artifacts: Path) -> None:
    await scripted_page.goto("/memories")
    await _shoot(scripted_page, artifacts, "empty")


async def test_the_looks_of_a_few_memories(
    db: psycopg.AsyncConnection, scripted_page: Page, artifacts: Path
) -> None:
    page = scripted_page
    await remember(db, "The SSH port is 22", "ssh.port", at="2026-01-02 03:04+00")
    await remember(db, "The SSH port is 49222", "ssh.port")
    await remember(db, "Lives in Lisbon with Anna and the cat Miso", "home")
    await remember(db, "Lived in Porto before")
    await retain(db, "When does the bakery open?", "At eight.\n\nOn Sundays at nine.")
    await page.goto("/memories")
    await _shoot(page, artifacts, "few")
    await open_memory(page, "When does the bakery open?")
    await _shoot(page, artifacts, "episode")
    await open_memory(page, "SSH port")
    await pane(page).get_by_text("1 earlier value").click()
    await pane(page).get_by_text("Replaced by…").click()
    await expect(page.locator("#candidates > *")).to_be_visible()
    await _shoot(page, artifacts, "history")
    await pane(page).get_by_role("link", name="Edit").click()
    await expect(page.get_by_label("What is to be remembered")).to_be_focused()
    await _shoot(page, artifacts, "edit")
    await page.get_by_role("link", name="Add a fact").click()
    await expect(page.locator("dialog[open]")).to_be_visible()
    await _shoot(page, artifacts, "add")


async def test_the_looks_of_many_memories(
    db: psycopg.AsyncConnection, scripted_page: Page, artifacts: Path
) -> None:
    page = scripted_page
    await many(db, 300)
    await page.goto("/memories")
    await _shoot(page, artifacts, "many")
    await page.get_by_label("Search memories").fill("bakery")
    await page.get_by_role("link", name="Delete all 75").click()
    await expect(page.locator("dialog[open]")).to_be_visible()
    await _shoot(page, artifacts, "delete-all")
    await page.keyboard.press("Escape")
    await page.goto("/memories/recall?q=Where+is+the+boat+and+the+bakery+order%3F")
    await page.get_by_text("In numbers").click()
    await _shoot(page, artifacts, "recall")
    for n in range(2):
        await page.goto("/memories") if n == 0 else None
        await rows(page).nth(n).click()
        await pane(page).get_by_role("button", name="Delete").click()
        await expect(page.locator(".toast")).to_have_count(n + 1)
    await _shoot(page, artifacts, "undo")


async def test_a_text_that_does_not_break_stays_in_its_place(
    db: psycopg.AsyncConnection, scripted_page: Page, artifacts: Path
) -> None:
    page = scripted_page
    await remember(db, "x" * 2000, "k" * 128)
    await remember(db, "y" * 1980 + " 🏳️‍🌈 مرحبا", "k" * 128)
    await retain(db, "z" * 3000, "مرحبا بالعالم " * 50, "q" * 60)
    await page.goto("/memories")
    for n in range(2):
        await rows(page).nth(n).click()
        await expect(page.locator(".item[aria-current]")).to_have_count(1)
        await _shoot(page, artifacts, f"unbreakable-{n}")
