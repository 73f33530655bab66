"""Servers and workers that are killed at random, a database that is restarted, a clock that runs: nothing is lost.

In a short form with the other tests, in a long one by `make faults`.
"""

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

import psycopg
import pytest

from app.embedded import Dsns
from tests.faults.workers import worker
from tests.gateway.scripted import Reply, ScriptedGateway, pause, stop, text
from tests.support import Cluster
from tests.web.processes import popagent

LONG = os.environ.get("POPAGENT_FAULTS") == "long"
TASKS, MINUTES = (500, 12) if LONG else (20, 2)
PATIENCE = 1200 if LONG else 100

pytestmark = pytest.mark.timeout(2 * PATIENCE + 60)


@pytest.fixture
def own_cluster(quick_folder: Path) -> Iterator[Cluster]:
    """A server that nobody else uses: it is going to be killed."""
    lent = Cluster(quick_folder / "storm")
    yield lent
    lent.stop()


@pytest.fixture
def own(own_cluster: Cluster) -> Iterator[Dsns]:
    with own_cluster.databases() as dsns:
        yield dsns


class Fleet:
    """Two servers and two workers; one that is killed is replaced."""

    def __init__(self, dsns: Dsns, gateway_url: str) -> None:
        self._dsns, self._url = dsns, gateway_url
        self._running: list[tuple[str, AsyncExitStack, asyncio.subprocess.Process]] = []

    async def start(self, kind: str) -> None:
        stack = AsyncExitStack()
        made: AbstractAsyncContextManager[object]
        made = popagent(self._dsns, self._url) if kind == "serve" else worker(self._dsns, self._url)
        started = await stack.enter_async_context(made)
        self._running.append((kind, stack, getattr(started, "process", started)))  # type: ignore[arg-type]

    async def lose_one(self, chance: random.Random) -> None:
        """Kill one at random, and start another in its place."""
        kind, stack, process = self._running.pop(chance.randrange(len(self._running)))
        process.kill()
        await stack.aclose()
        await self.start(kind)

    async def close(self) -> None:
        for _, stack, _ in self._running:
            await stack.aclose()


@pytest.fixture
async def fleet(own: Dsns, gateway: ScriptedGateway) -> AsyncIterator[Fleet]:
    made = Fleet(own, gateway.url)
    for kind in ("serve", "worker", "serve", "worker"):
        await made.start(kind)
    yield made
    await made.close()


def ask(dsns: Dsns, query: str) -> list[tuple[object, ...]]:
    """Ask on a connection of its own: others are cut."""
    with psycopg.connect(dsns.application, autocommit=True) as db:
        return db.execute(query).fetchall()


def count(dsns: Dsns, what: str) -> int:
    found = ask(dsns, f"select count(*)::integer from {what}")[0][0]
    assert isinstance(found, int)
    return found


def move_clock(dsns: Dsns, minutes: int) -> None:
    """Move the clock that the database tells all who connect from now on; those that are connected are cut."""
    with psycopg.connect(dsns.application, user="postgres", autocommit=True) as db:
        name = psycopg.sql.Identifier(db.info.dbname)
        offset = psycopg.sql.Literal(f"{minutes} minutes")
        db.execute(psycopg.sql.SQL("alter database {} set popagent.clock_offset = {}").format(name, offset))
        db.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and usename <> 'postgres' and pid <> pg_backend_pid()"
        )


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition; the database may be away meanwhile."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(psycopg.OperationalError):
                if condition():
                    return
            await asyncio.sleep(0.2)


async def test_every_task_ends_once_and_each_due_time_fires_once(
    own: Dsns, own_cluster: Cluster, gateway: ScriptedGateway, fleet: Fleet
) -> None:
    gateway.answers(Reply.sse(text("Working"), pause(0.1), text(" and done."), stop()))
    ask(
        own,
        "update popagent_agent_runtime_settings set background_polling_ms = 250, background_concurrency = 8"
        " returning revision",
    )
    ask(own, f"select task.create_task(null, 'x', 'Count.') from generate_series(1, {TASKS})")
    schedule = """{"prompt": "x", "cron": "* * * * *", "overlap": true}"""
    ask(own, f"select task.create_schedule('{schedule}', 'UTC')")
    chance = random.Random(11)
    for minute in range(1, MINUTES + 1):
        move_clock(own, minute)

        def fired(minute: int = minute) -> bool:
            return count(own, "popagent_schedule_runs") >= minute

        await until(fired)
        if minute == MINUTES:
            await asyncio.to_thread(own_cluster.restart)
        await fleet.lose_one(chance)
    ask(own, "update popagent_agent_schedules set enabled = false, next_run_at = null returning id")

    def ended() -> bool:
        return count(own, "popagent_agent_tasks where finished_at is null") == 0

    await until(ended)
    states = dict(ask(own, "select state, count(*) from popagent_agent_tasks group by state"))
    # Those that were held back, as ten of the schedule were at work, make none.
    runs = count(own, "popagent_schedule_runs where task_id is not null")
    scheduled = count(own, "popagent_agent_tasks where due_at is not null")
    assert runs == scheduled, "each due time fires once"
    assert states == {"completed": TASKS + scheduled}, "none is lost, and each ends in one state"
    done = count(own, "popagent_executions where kind = 'task' and state = 'completed'")
    assert done == TASKS + scheduled, "none is done twice"
    doubled = (
        "popagent_executions a join popagent_executions b on b.thread_id = a.thread_id"
        " and b.id > a.id and b.started_at < a.finished_at and a.started_at < b.finished_at"
    )
    assert count(own, doubled) == 0, "none runs twice at the same time"
