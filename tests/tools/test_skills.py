"""The group `skills`: an agent reads its own enabled skills (contract K1)."""

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


async def test_a_passage_is_found_and_its_file_read(db: Database) -> None:
    mine = context(db, "someone", "s1")
    found = await TOOLS["skill_search"].call(mine, {"query": "brief for a specialist"})
    assert "[plan-and-delegate/SKILL.md]" in found
    read = await TOOLS["skill_read"].call(
        mine, {"skillName": "plan-and-delegate", "path": "SKILL.md", "startLine": 1, "endLine": 1}
    )
    assert read.endswith("# Plan and delegate")


async def test_what_is_not_its_own_is_told_as_not_there(db: Database) -> None:
    mine = context(db, "someone", "s1")
    with pytest.raises(ToolError, match="no skill called"):
        await TOOLS["skill_read"].call(mine, {"skillName": "review-a-change", "path": "SKILL.md"})
    assert "No passage" in await TOOLS["skill_search"].call(mine, {"query": "xyzzy"})
