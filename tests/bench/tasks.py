"""No-op tasks through their whole life beside bare jobs of pgqueuer, with the same driver: python -m tests.bench.tasks

Both in one run: batch 10, limit 20. A task is a row with its job; it is claimed (an execution begins, its times and
state are stored) and completed. A bare job is picked and done. Then tasks one at a time: from the commit of a task to
its start.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import psycopg
from pgqueuer import Job, PgQueuer

from app.db import Database
from app.queries import execution, task
from app.queue import PoolDriver
from tests.support import Cluster

BATCH, LIMIT = 10, 20
SINGLES = 200


async def _drained(
    dsn: str, entrypoint: str, handler: Callable[[Job], Awaitable[None]], count: int, fill: str
) -> float:
    """Return the jobs a second at which a worker does `count` of them, from its first pick to its last."""
    done, times = asyncio.Event(), list[float]()

    async def handle(job: Job) -> None:
        times.append(time.perf_counter())
        await handler(job)
        times.append(time.perf_counter())
        if len(times) >= 2 * count:
            done.set()

    with psycopg.connect(dsn, autocommit=True) as db:
        db.execute(fill.encode(), (count,))
    async with PoolDriver(dsn) as driver:
        queue = PgQueuer(driver)
        queue.entrypoint(entrypoint, concurrency_limit=LIMIT)(handle)
        running = asyncio.create_task(queue.run(batch_size=BATCH, dequeue_timeout=timedelta(seconds=5)))
        await done.wait()
        queue.shutdown.set()
        await running
    return count / (max(times) - min(times))


async def _latencies(dsn: str, handler: Callable[[Job], Awaitable[None]]) -> list[float]:
    """Return the milliseconds from the commit of a task to its start, one task at a time."""
    started: asyncio.Queue[float] = asyncio.Queue()

    async def handle(job: Job) -> None:
        await handler(job)
        started.put_nowait(time.perf_counter())

    found: list[float] = []
    async with PoolDriver(dsn) as driver, await psycopg.AsyncConnection.connect(dsn, autocommit=True) as db:
        queue = PgQueuer(driver)
        queue.entrypoint("task", concurrency_limit=LIMIT)(handle)
        running = asyncio.create_task(queue.run(batch_size=1, dequeue_timeout=timedelta(seconds=5)))
        await asyncio.sleep(1)
        for _ in range(SINGLES):
            await db.execute("select task.create_task(null, 'x', 'x')")
            committed = time.perf_counter()
            found.append((await started.get() - committed) * 1000)
        queue.shutdown.set()
        await running
    return sorted(found)


async def measure(dsn: str, count: int) -> None:
    """Print the figures."""
    db = Database(dsn, min_size=4, max_size=12)
    await db.open()

    async def begin(job: Job) -> None:
        claimed = await task.claim(db, UUID((job.payload or b"").decode()), "bench", 30, ["model"], True)
        assert claimed is not None

    async def whole(job: Job) -> None:
        claimed = await task.claim(db, UUID((job.payload or b"").decode()), "bench", 30, ["model"], True)
        assert claimed is not None
        await execution.finish(
            db,
            claimed.execution_id,
            "bench",
            state="completed",
            end_reason="final",
            error=None,
            first_n=1,
            tail=[],
            usage={},
            memory_ids=[],
        )

    async def nothing(_job: Job) -> None:
        return

    bare = await _drained(
        dsn, "bare", nothing, count, "select job.enqueue('bare') from generate_series(1, %s)"
    )
    tasks = await _drained(
        dsn, "task", whole, count, "select task.create_task(null, 'x', 'x') from generate_series(1, %s)"
    )
    found = await _latencies(dsn, begin)
    await db.close()
    print(f"bare pgqueuer {bare:8.0f} jobs/s")
    print(f"whole tasks   {tasks:8.0f} tasks/s   {tasks / bare:.0%} of it")
    print(
        f"commit to start: median {statistics.median(found):.1f} ms, p99 {found[int(len(found) * 0.99)]:.1f} ms"
    )


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(Path(folder))
        try:
            with cluster.database() as dsn:
                asyncio.run(measure(dsn, count))
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()
