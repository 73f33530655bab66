"""Agents and settings in a browser: reading, changing, taking back, and what stands in the way of mistakes."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from app.embedded import Dsns
from tests.e2e.browsing import Troubles, ask, scrolls_sideways
from tests.e2e.test_inert import HOSTILE
from tests.e2e.test_memories import _FAINT
from tests.gateway.scripted import Reply, ScriptedGateway, stop, text
from tests.support import Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

_SIZES = {1280: 800, 900: 800, 390: 844}
RUNTIME = "/settings/agent-runtime"


@pytest_asyncio.fixture(loop_scope="session")
async def db(dsns: Dsns) -> AsyncIterator[psycopg.AsyncConnection]:
    async with await psycopg.AsyncConnection.connect(dsns.application, autocommit=True) as connection:
        yield connection


def pane(page: Page) -> Locator:
    return page.locator("#pane")


def role(page: Page) -> Locator:
    return page.get_by_label("Instructions", exact=True)


async def save(page: Page) -> None:
    await page.get_by_role("button", name="Save", exact=True).click()


async def fetch(db: psycopg.AsyncConnection, question: str) -> object:
    row = await (await db.execute(question)).fetchone()
    assert row is not None
    return row[0]


# ---- Agents ----


async def test_an_agent_is_opened_from_the_list_and_the_address_follows(scripted_page: Page) -> None:
    page = scripted_page
    await page.goto("/")
    await page.get_by_role("link", name="Agents").first.click()
    await expect(pane(page)).to_contain_text("popagent answers you")
    await expect(page.locator(".area[aria-current]:visible")).to_have_text("Agents")
    await page.locator(".item", has_text="Reviewer").click()
    await expect(page).to_have_url(re.compile("/agents/reviewer$"))
    await expect(page).to_have_title("Reviewer – popagent")
    await expect(role(page)).to_have_value(re.compile("^You are the reviewer of popagent"))
    await expect(page.locator("#count-instructions")).to_have_text(
        re.compile(r"^2,\d\d\d of 60,000 characters$")
    )
    await page.reload()
    await expect(page.locator(".item[aria-current]")).to_contain_text("Reviewer")
    await expect(page.locator("#count-description")).to_have_text(re.compile(" of 2,000 characters$"))
    await page.go_back()
    await expect(pane(page)).to_contain_text("popagent answers you")


async def test_an_edited_role_is_used_in_the_next_answer_and_can_be_taken_back(
    scripted_page: Page, gateway: ScriptedGateway, db: psycopg.AsyncConnection
) -> None:
    page = scripted_page
    before = await fetch(db, "select instructions from popagent_agents where id = 'popagent'")
    await page.goto("/agents/popagent")
    await role(page).fill("Answer in rhymes.")
    await page.get_by_label("Name", exact=True).fill("Bard")
    await save(page)
    await expect(page.locator(".toast")).to_contain_text("Saved. It applies from the next answer.")
    await expect(page.locator("#a-popagent")).to_contain_text("Bard")
    await page.get_by_text("The exact system message").click()
    shown = await page.locator(".preview pre").inner_text()
    assert shown.startswith("Answer in rhymes.")
    await page.get_by_role("button", name="Undo").click()
    await expect(page.locator(".toast")).to_have_text(["Taken back."])
    await expect(page.locator("#a-popagent")).not_to_contain_text("Bard")
    assert await fetch(db, "select instructions from popagent_agents where id = 'popagent'") == before
    await role(page).fill("Answer in rhymes.")
    await save(page)
    await expect(page.locator(".toast", has_text="Saved.")).to_have_count(1)
    gateway.answers(Reply.sse(text("ok"), stop()))
    await page.goto("/")
    await ask(page, "hello")
    assert gateway.requests[-1].json["messages"][0]["content"] == shown


async def test_unsaved_work_is_not_lost_by_a_click(scripted_page: Page, troubles: Troubles) -> None:
    page = scripted_page
    troubles.expect("dialog: What you changed here is not saved")
    await page.goto("/agents/researcher")
    await role(page).fill("Half a thought")
    await page.locator(".item", has_text="Reviewer").click()
    assert [one for one in troubles.seen if "not saved" in one]
    await expect(role(page)).to_have_value("Half a thought")
    await save(page)
    await expect(page.locator(".toast")).to_contain_text("Saved.")
    await page.locator(".item", has_text="Reviewer").click()
    await expect(page).to_have_url(re.compile("/agents/reviewer$"))
    assert len([one for one in troubles.seen if "not saved" in one]) == 1


async def test_a_change_from_elsewhere_is_shown_beside_what_was_typed(
    scripted_page: Page, db: psycopg.AsyncConnection, troubles: Troubles, artifacts: Path
) -> None:
    page = scripted_page
    troubles.expect("status of 409")
    await page.goto("/agents/reviewer")
    await role(page).fill("My role.")
    await page.get_by_label("Browser").select_option("none")
    await db.execute(
        "select agent.change('reviewer', 1, p_name => 'Critic', p_instructions => 'Stored role.')"
    )
    await save(page)
    note = pane(page).locator(".note.danger")
    await expect(note).to_contain_text("Nothing was saved")
    await expect(note).to_contain_text("Name, as stored now: Critic")
    await expect(note).to_contain_text("Browser, as stored now: read-only")
    await note.get_by_text("Instructions, as stored now").click()
    await expect(note.locator("pre")).to_have_text("Stored role.")
    await expect(role(page)).to_have_value("My role.")
    await shoot(page, artifacts, "agent-conflict")
    await save(page)
    await expect(page.locator(".toast")).to_contain_text("Saved.")
    assert (
        await fetch(db, "select instructions || browser_access from agent.load('reviewer')") == "My role.none"
    )


async def test_tools_are_given_by_ticking_and_decided_about_at_once(
    scripted_page: Page, db: psycopg.AsyncConnection
) -> None:
    page = scripted_page
    await page.goto("/agents/implementer")
    await page.get_by_label("How remember may be used").select_option("ask")
    await expect(page.locator(".toast")).to_contain_text("Decided for remember")
    assert await fetch(db, "select policy from agent.tool_policies()") == "ask"
    await page.get_by_role("checkbox", name="remember").check()
    await page.get_by_role("checkbox", name="The supervisor may delegate to it").uncheck()
    await save(page)
    await expect(page.locator(".toast", has_text="Saved.")).to_have_count(1)
    await expect(page.locator("#a-implementer")).to_contain_text("Not used")
    assert await fetch(db, "select tools from agent.load('implementer')") == ["remember"]
    await page.reload()
    await expect(page.get_by_label("How remember may be used")).to_have_value("ask")
    await expect(page.get_by_role("checkbox", name="remember")).to_be_checked()


async def test_a_tool_that_does_not_exist_is_an_error_until_it_is_taken_out(
    scripted_page: Page, db: psycopg.AsyncConnection, artifacts: Path
) -> None:
    page = scripted_page
    await db.execute("update popagent_agents set tools = '{webSerch, remember}' where id = 'popagent'")
    await page.goto("/agents/popagent")
    await expect(page.locator("#a-popagent")).to_contain_text("1 unknown tool")
    await expect(pane(page).locator(".note.danger")).to_contain_text(
        "a tool that popagent does not have: webSerch"
    )
    await shoot(page, artifacts, "agent-unknown-tool")
    await page.get_by_role("checkbox", name="webSerch").uncheck()
    await save(page)
    await expect(pane(page).locator(".note.danger")).to_have_count(0)
    await expect(page.locator("#a-popagent")).not_to_contain_text("unknown")


async def test_a_save_that_cannot_be_sent_keeps_what_was_typed(
    scripted_page: Page, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("Failed to load resource", "net::ERR", "htmx", "dialog: ")
    await page.goto("/agents/reviewer")
    await role(page).fill("My role.")
    await page.context.set_offline(True)
    await save(page)
    await expect(page.locator("#notice")).to_contain_text("could not be reached")
    await expect(role(page)).to_have_value("My role.")
    await page.context.set_offline(False)
    await save(page)
    await expect(page.locator(".toast")).to_contain_text("Saved.")
    await expect(page.locator("#notice")).to_be_empty()


async def test_everything_is_reached_by_keyboard(scripted_page: Page) -> None:
    page = scripted_page
    await page.goto("/agents")
    await page.locator(".item", has_text="Researcher").focus()
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile("/agents/researcher$"))
    await page.get_by_label("Name", exact=True).focus()
    await page.keyboard.press("End")
    await page.keyboard.type(" one")
    await page.keyboard.press("Enter")
    await expect(page.locator("#a-researcher")).to_contain_text("Researcher one")
    await expect(pane(page).locator("#pane-title")).to_be_focused()


async def test_on_a_phone_an_agent_covers_the_list(scripted_page: Page) -> None:
    page = scripted_page
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.goto("/agents")
    await expect(pane(page)).to_be_hidden()
    await page.locator(".item", has_text="Implementer").click()
    await expect(pane(page)).to_be_visible()
    await expect(page.get_by_role("button", name="Save", exact=True)).to_be_in_viewport()
    await page.get_by_role("link", name="All agents").click()
    await expect(pane(page)).to_be_hidden()
    await expect(page.locator(".item").first).to_be_visible()


# ---- Settings ----


async def test_settings_are_saved_and_put_back_one_by_one(
    scripted_page: Page, db: psycopg.AsyncConnection
) -> None:
    page = scripted_page
    await page.goto("/settings")
    await page.get_by_role("link", name="How agents run").click()
    steps, tries = page.get_by_label("Steps of an answer"), page.get_by_label("More tries for an answer")
    await steps.fill("7")
    await tries.fill("0")
    await steps.press("Enter")
    await expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    await expect(page.locator("#setting-supervisor_max_steps")).to_contain_text("Yours; seeded with 24")
    assert await fetch(db, "select settings ->> 'processor_retries' from settings.agent_runtime()") == "0"
    await page.get_by_label("Tool calls side by side").fill("9")
    await page.locator("#setting-supervisor_max_steps").get_by_role("button", name="Back to the seed").click()
    await expect(page.get_by_role("status").filter(has_text="as seeded again")).to_be_visible()
    await expect(steps).to_have_value("24")
    await expect(page.get_by_label("Tool calls side by side")).to_have_value("9")
    await save(page)
    await expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    assert await fetch(db, "select settings ->> 'tool_call_concurrency' from settings.agent_runtime()") == "9"


async def test_a_setting_that_cannot_be_stored_is_marked_where_it_is(
    scripted_page: Page, artifacts: Path, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 422")
    await page.goto(RUNTIME)
    await page.get_by_label("Steps of an answer").fill("500")
    await save(page)
    invalid = "document.querySelector('#supervisor_max_steps').validity.rangeOverflow"
    assert await page.evaluate(invalid), "the browser knows the range"
    await page.get_by_label("Steps of an answer").fill("5")
    await page.get_by_label("Default model").fill("no-such-model")
    await save(page)
    await expect(page.locator("#fault-default_model")).to_contain_text("does not offer the model")
    await expect(page.get_by_label("Steps of an answer")).to_have_value("5")
    await shoot(page, artifacts, "runtime-fault")


async def test_everything_works_without_script(
    scripted: Served, browser: Browser, db: psycopg.AsyncConnection
) -> None:
    context = await browser.new_context(base_url=scripted.url, java_script_enabled=False)
    page = await context.new_page()
    await page.goto("/agents")
    await page.locator(".item", has_text="Reviewer").click()
    await role(page).fill("Find faults.")
    await save(page)
    await expect(page.locator(".toast")).to_contain_text("Saved.")
    await page.get_by_role("button", name="Undo").click()
    await expect(role(page)).to_have_value(re.compile("^You are the reviewer"))
    await page.get_by_label("How remember may be used").select_option("never")
    await page.locator("#tool-remember").get_by_role("button", name="Decide").click()
    await expect(page).to_have_url(re.compile("/agents/reviewer#tool-remember$"))
    await expect(page.get_by_label("How remember may be used")).to_have_value("never")
    await page.goto(RUNTIME)
    await page.get_by_label("Steps of a delegation").fill("3")
    await save(page)
    await expect(page.locator("#setting-specialist_max_steps")).to_contain_text("Yours; seeded with 16")
    assert await fetch(db, "select settings ->> 'specialist_max_steps' from settings.agent_runtime()") == "3"
    await context.close()


async def test_hostile_roles_are_inert(
    scripted_page: Page, db: psycopg.AsyncConnection, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 409", "dialog: What you changed")
    await db.execute(
        "select agent.change('reviewer', 1, p_name => %s, p_description => %s, p_instructions => %s)",
        [HOSTILE[:100], HOSTILE, HOSTILE],
    )
    await db.execute("update popagent_agents set tools = array[%s::text] where id = 'reviewer'", [HOSTILE])
    await db.execute("update popagent_agent_runtime_settings set delegation_failure_text = %s", [HOSTILE])
    for address in ("/agents", "/agents/reviewer", RUNTIME, "/settings"):
        await page.goto(address)
        await _is_inert(page)
    await page.goto("/agents/reviewer")
    await expect(role(page)).to_have_value(HOSTILE)
    await page.get_by_text("The exact system message").click()
    await expect(page.locator(".preview pre")).to_contain_text("<script>alert(1)</script>")
    await db.execute("update popagent_agents set revision = revision + 1 where id = 'reviewer'")
    await page.get_by_label("Name", exact=True).fill("x")
    await save(page)
    await expect(pane(page).locator(".note.danger").first).to_contain_text("<script>")
    await _is_inert(page)


async def _is_inert(page: Page) -> None:
    foreign = await page.evaluate(
        """() => [...document.querySelectorAll("script:not([src^='/static/']), iframe, img, style, meta[http-equiv]")]
            .concat([...document.querySelectorAll("[style]")]).map((one) => one.outerHTML)
            .concat([...document.querySelectorAll("*")].flatMap((one) =>
                [...one.attributes].filter((each) => /^(on|hx-on)/.test(each.name)).map((each) => each.name)))
            .concat([...document.querySelectorAll("#main a[href]")].map((one) => one.getAttribute("href"))
                .filter((href) => !/^(\\/(agents|settings|$)|https:\\/\\/github\\.com\\/msit)/.test(href)))"""
    )
    assert foreign == []
    assert "owned" not in await page.title()
    assert not await scrolls_sideways(page)


# ---- Looks ----


async def shoot(page: Page, artifacts: Path, name: str) -> None:
    """Take pictures at three widths and in both themes; nothing scrolls sideways, everything can be read."""
    await page.mouse.move(5, 5)
    for width, height in _SIZES.items():
        await page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            # Hiding the caret would leave styles behind, which a later swap copies and the policy stops.
            await page.screenshot(path=artifacts / f"{name}-{width}-{scheme}.png", caret="initial")
            assert await page.evaluate(_FAINT) == []
        wide = await page.evaluate(
            """[document.documentElement, document.body, ...document.querySelectorAll(".side, .pane, .sheet")]
               .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className || one.tagName)"""
        )
        assert wide == [], f"{name} scrolls sideways at {width} px"
    await page.set_viewport_size({"width": 1280, "height": 800})


async def _to_the_end(page: Page, selector: str) -> None:
    await page.locator(selector).evaluate("(one) => { one.scrollTop = one.scrollHeight; }")


async def test_the_looks_of_agents(scripted_page: Page, artifacts: Path) -> None:
    page = scripted_page
    await page.goto("/agents")
    await shoot(page, artifacts, "agents")
    await page.goto("/agents/researcher")
    await shoot(page, artifacts, "agent")
    await page.get_by_text("The exact system message").click()
    await _to_the_end(page, "#pane")
    await shoot(page, artifacts, "agent-end")
    await page.goto("/agents/popagent")
    await role(page).fill("Answer in rhymes.")
    await save(page)
    await expect(page.locator(".toast")).to_be_visible()
    await shoot(page, artifacts, "agent-saved")


async def test_the_looks_of_settings(
    scripted_page: Page, db: psycopg.AsyncConnection, artifacts: Path, troubles: Troubles
) -> None:
    page = scripted_page
    troubles.expect("status of 409", "dialog: ")
    await page.goto("/settings")
    await shoot(page, artifacts, "settings")
    await db.execute(
        'select from settings.change_agent_runtime(1, \'{"supervisor_max_steps": 7, "default_model": "glm-4.7"}\')'
    )
    await page.goto(f"{RUNTIME}?saved=2")
    await shoot(page, artifacts, "runtime")
    await _to_the_end(page, ".sheet")
    await shoot(page, artifacts, "runtime-end")
    await page.goto(RUNTIME)
    await page.get_by_label("Steps of an answer").fill("9")
    await db.execute("select from settings.change_agent_runtime(2, '{\"processor_retries\": 0}')")
    await save(page)
    await expect(page.locator(".note.danger")).to_contain_text("changed elsewhere")
    await shoot(page, artifacts, "runtime-conflict")


async def test_a_text_that_does_not_break_stays_in_its_place(
    scripted_page: Page, db: psycopg.AsyncConnection, artifacts: Path
) -> None:
    page = scripted_page
    await db.execute(
        "update popagent_agents set name = %s, description = %s, instructions = %s, tools = array[%s]",
        ["n" * 100, "d" * 2000, "i" * 5000, "t" * 64],
    )
    await db.execute("update popagent_agent_runtime_settings set default_model = %s", ["m" * 200])
    await page.goto("/agents/reviewer")
    await page.get_by_text("The exact system message").click()
    await shoot(page, artifacts, "agent-unbreakable")
    await page.goto(RUNTIME)
    await shoot(page, artifacts, "runtime-unbreakable")
    await page.goto("/settings")
    await shoot(page, artifacts, "settings-unbreakable")
