"""A snapshot: many calls that see one state of the database."""

import psycopg
import pytest

from app.db import Database
from app.queries import data, session
from tests.support import Cluster
from tests.transfer.helpers import ask, opened


async def test_what_is_stored_meanwhile_is_not_seen(cluster: Cluster) -> None:
    with cluster.database() as dsn:
        async with opened(dsn) as db, db.snapshot() as view:
            before = await data.totals(view)
            assert await session.open_(db, "later", "Later", None, {})
            assert await data.totals(view) == before
            assert (await data.totals(db)).active == before.active + 1


async def test_a_snapshot_only_reads_and_leaves_the_connection_as_it_was(cluster: Cluster) -> None:
    with cluster.database() as dsn:
        db = Database(dsn, max_size=1)
        await db.open()
        try:
            with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
                async with db.snapshot() as view:
                    await session.open_(view, "s", "Title", None, {})
            assert await session.open_(db, "s", "Title", None, {})
            state = (
                "select count(*) from pg_stat_activity where datname = current_database() and state <> 'idle'"
            )
            assert ask(dsn, state) == 1
        finally:
            await db.close()
