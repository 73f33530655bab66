"""The group `memory`: `remember` stores facts of the execution's owner, and nothing else (contract M5, M13)."""

from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest

from app.db import Database
from app.embedded import Dsns
from app.tools import TOOLS, ToolError
from tests.tools.making import context, thread

remember = TOOLS["remember"]


@pytest.fixture
async def db(dsns: Dsns) -> AsyncIterator[Database]:
    opened = Database(dsns.application, min_size=1, max_size=2)
    await opened.open()
    yield opened
    await opened.close()


def facts(dsns: Dsns) -> list[tuple[Any, ...]]:
    with psycopg.connect(dsns.application) as connection:
        return connection.execute(
            "select resource_id, content, key, importance, session_id from popagent_memories order by seq"
        ).fetchall()


async def test_it_writes_to_the_owner_of_the_execution_alone(db: Database, dsns: Dsns) -> None:
    for id, owner in (("s1", "someone"), ("s2", "someone"), ("s3", "another")):
        thread(dsns, id, owner)
    told = await remember.call(context(db, "someone", "s1"), {"content": " Prefers tea ", "key": "drink"})
    assert told == "Remembered."
    assert facts(dsns) == [("someone", "Prefers tea", "drink", 0.5, "s1")]
    again = await remember.call(context(db, "someone", "s2"), {"content": "Prefers tea", "key": "drink"})
    assert again == "This was already remembered."
    await remember.call(context(db, "another", "s3"), {"content": "Prefers tea", "importance": 1})
    assert [row[0] for row in facts(dsns)] == ["someone", "another"]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"content": ""},
        {"content": "x" * 2001},
        {"content": 5},
        {"content": "x", "key": "k" * 129},
        {"content": "x", "importance": 1.1},
        {"content": "x", "importance": "nan"},
        {"content": "x", "resource_id": "another"},
    ],
)
async def test_what_it_cannot_store_is_told_and_nothing_is_stored(
    db: Database, dsns: Dsns, arguments: dict[str, Any]
) -> None:
    thread(dsns, "s1", "someone")
    with pytest.raises(ToolError):
        await remember.call(context(db, "someone", "s1"), arguments)
    assert facts(dsns) == []
