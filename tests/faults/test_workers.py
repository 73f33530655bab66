"""Workers that are stopped, killed and cut off: no task is lost, none ends twice (contract T5, T10)."""

import asyncio
import random

from app.embedded import Dsns
from tests.faults.workers import worker
from tests.gateway.scripted import Reply, ScriptedGateway, hold, pause, stop, text
from tests.jobs.embedding import Look, until


def make(look: Look, count: int = 1) -> None:
    look.db.execute("select task.create_task(null, 'x', 'Count.') from generate_series(1, %s)", (count,))


def states(look: Look) -> dict[str, int]:
    return dict(look.db.execute("select state, count(*) from popagent_agent_tasks group by state").fetchall())


async def test_a_worker_that_is_told_to_stop_queues_its_task_again(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    gateway.answers(Reply.sse(text("One"), hold()), Reply.sse(text("Done."), stop()))
    make(look)
    async with worker(dsns, gateway.url) as first:
        await gateway.request(1, 20)
        first.terminate()
        assert await asyncio.wait_for(first.wait(), 15) == 0
    assert states(look) == {"queued": 1}
    async with worker(dsns, gateway.url):
        await until(lambda: states(look) == {"completed": 1}, 30)
    told = look.db.execute("select attempt, recoveries from popagent_agent_tasks").fetchone()
    assert told == (2, 1)


async def test_a_task_of_a_killed_worker_is_done_by_another_once(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    gateway.answers(Reply.sse(text("One"), hold()), Reply.sse(text("Done."), stop()))
    make(look)
    async with worker(dsns, gateway.url) as first:
        await gateway.request(1, 20)
        first.kill()
        await first.wait()
    async with worker(dsns, gateway.url), worker(dsns, gateway.url):
        await until(lambda: states(look) == {"completed": 1}, 40)
    assert look.db.execute("select attempt, recoveries from popagent_agent_tasks").fetchone() == (2, 1)
    assert len(gateway.requests) == 2


async def test_a_cancellation_reaches_another_process_at_once_and_a_deaf_one_soon(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    gateway.answers(Reply.sse(text("One"), hold()))
    make(look)
    async with worker(dsns, gateway.url):
        exchange = await gateway.request(1, 20)
        look.db.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and application_name = 'popagent bell'"
        )
        look.db.execute("select task.cancel(id) from popagent_agent_tasks")
        await until(lambda: states(look) == {"cancelled": 1}, 10)
        await exchange.client_gone()


async def test_every_task_ends_once_whatever_is_killed(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    gateway.answers(Reply.sse(text("Working"), pause(0.2), text(" and done."), stop()))
    look.db.execute("update popagent_agent_runtime_settings set background_concurrency = 8")
    make(look, 30)
    chance = random.Random(7)
    async with worker(dsns, gateway.url):
        async with worker(dsns, gateway.url) as victim:
            await until(lambda: states(look).get("completed", 0) >= 3 + chance.randrange(3), 60)
            victim.kill()
            await victim.wait()
        # Every connection is cut, as a restart of PostgreSQL does it.
        look.db.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
        await until(lambda: states(look) == {"completed": 30}, 90)
    doubled = look.value(
        "select count(*) from popagent_executions a join popagent_executions b"
        " on b.thread_id = a.thread_id and b.id > a.id"
        " and b.started_at < a.finished_at and a.started_at < b.finished_at"
    )
    assert doubled == 0, "none runs twice at the same time"
    ended = look.value("select count(*) from popagent_executions where kind = 'task' and state = 'completed'")
    assert ended == 30, "none is done twice"
