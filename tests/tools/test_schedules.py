"""The group `schedules`: work that an agent proposes to do again and again (contract T, R7)."""

from collections.abc import AsyncIterator

import pytest

from app.db import Database
from app.embedded import Dsns
from app.tools import TOOLS, ToolError
from tests.tools.making import context


@pytest.fixture
async def db(dsns: Dsns) -> AsyncIterator[Database]:
    opened = Database(dsns.application, min_size=1, max_size=2)
    await opened.open()
    yield opened
    await opened.close()


async def test_a_schedule_is_saved_with_its_next_runs_and_listed(db: Database) -> None:
    mine = context(db, "popagent-user", "s1")
    assert await TOOLS["listSchedules"].call(mine, {}) == "There are no schedules."
    told = await TOOLS["proposeSchedule"].call(mine, {"prompt": "Look at the news.", "cron": "0 8 * * 1-5"})
    assert told.count("+00:00") == 3, "its next three runs"
    listed = await TOOLS["listSchedules"].call(mine, {})
    assert listed.startswith("0 8 * * 1-5 ")
    assert "Look at the news" in listed


async def test_an_expression_that_is_none_says_what_is_wrong_with_it(db: Database) -> None:
    mine = context(db, "popagent-user", "s1")
    with pytest.raises(ToolError, match="hour"):
        await TOOLS["proposeSchedule"].call(mine, {"prompt": "x", "cron": "0 25 * * *"})
    assert await TOOLS["listSchedules"].call(mine, {}) == "There are no schedules."
