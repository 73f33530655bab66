"""The group `tasks`: work that an agent leaves for later (contract T, R7)."""

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


async def test_a_task_is_queued_listed_and_cancelled(db: Database) -> None:
    mine = context(db, "popagent-user", "s1")
    told = await TOOLS["createTask"].call(mine, {"prompt": "Count the birds.", "title": "Birds"})
    id = told.removesuffix(".").split()[-1]
    assert await TOOLS["listTasks"].call(mine, {"active": True}) == f"{id} queued: Birds"
    assert await TOOLS["cancelTask"].call(mine, {"id": id}) == "It is cancelled."
    assert "no such" in await TOOLS["listTasks"].call(mine, {"active": True})
    with pytest.raises(ToolError, match="ended already"):
        await TOOLS["cancelTask"].call(mine, {"id": id})


async def test_a_task_makes_no_tasks(db: Database) -> None:
    with pytest.raises(ToolError, match="cannot make others"):
        await TOOLS["createTask"].call(context(db, "popagent-user", "task-1"), {"prompt": "More."})
