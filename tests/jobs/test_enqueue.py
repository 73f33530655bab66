"""job.enqueue() writes what the library's own enqueue writes: it is the only writer beside it."""

from typing import Any

import psycopg
from pgqueuer.queries import Queries

from app.embedded import Dsns
from app.queue import PoolDriver

#: What differs from job to job.
OWN = {"id", "job_id", "created", "updated", "heartbeat", "execute_after"}


def rows(db: psycopg.Connection[Any], table: str) -> list[dict[str, Any]]:
    """The rows of a table without what is each job's own."""
    found = db.execute(f"select to_jsonb(t) from {table} t order by id").fetchall()
    return [{name: value for name, value in row.items() if name not in OWN} for (row,) in found]


async def test_rows_and_log_are_those_of_the_library(dsns: Dsns) -> None:
    with psycopg.connect(dsns.application, autocommit=True) as db:
        async with PoolDriver(dsns.application) as driver:
            queries = Queries(driver)
            [by_library] = await queries.enqueue("sweep", b"dust", dedupe_key="one")
            await queries.enqueue("sweep", None)
            library = [rows(db, table) for table in ("pgqueuer", "pgqueuer_log")]
            assert db.execute("select job.enqueue('sweep', 'one')").fetchone() == (None,), (
                "a key of the library counts"
            )
            db.execute("truncate pgqueuer, pgqueuer_log")
            by_us = db.execute("select job.enqueue('sweep', 'one', 'dust')").fetchone()
            db.execute("select job.enqueue('sweep')")
            assert [rows(db, table) for table in ("pgqueuer", "pgqueuer_log")] == library
            assert await queries.enqueue("sweep", None, dedupe_key="one", on_conflict="skip") == [None], (
                "and ours there"
            )
            assert by_us is not None
            assert by_us[0] > by_library
            due = "select bool_and(execute_after <= now() and created <= now()) from pgqueuer"
            assert db.execute(due).fetchone() == (True,)
