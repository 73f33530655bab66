"""Work in the background: what pgqueuer calls when a job or a tick is due, a few lines each."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import pgqueuer
from pgqueuer import Job, PgQueuer, RetryRequested
from pgqueuer.models import Schedule
from pgqueuer.types import QueueEntrypoint

from app.agent import meaning, titles
from app.agent.execution import Engine
from app.db import Database, Refused, Unavailable
from app.gateway import Gateway
from app.notices import Notices
from app.queries import job, memory, notice, session, settings, task, task_schedules, thread
from app.queue import PoolDriver
from app.redaction import Redactor

logger = logging.getLogger(__name__)

SWEEP_EVERY = timedelta(hours=1)
PRUNE_EVERY = timedelta(days=1)
#: Seconds. Memories are not pruned this soon after a start: an owner who finds a mistake has time to stop.
PRUNE_NOT_BEFORE = 3600.0
#: Seconds between looks at the settings of background tasks.
SETTINGS_EVERY = 0.25
#: Between two attempts to send a notice.
NOTICE_AGAIN = timedelta(seconds=30)
#: Texts made findable in one transaction.
INDEX_BATCH = 200


class Jobs:
    """The background worker of one process. Any number of them share the work. Tasks are for those with an engine."""

    def __init__(
        self,
        dsn: str,
        db: Database,
        gateway: Gateway,
        engine: Engine | None = None,
        redactor: Redactor | None = None,
        notices: Notices | None = None,
    ) -> None:
        self._dsn = dsn
        self._db = db
        self._gateway = gateway
        self._engine = engine
        self._redactor = redactor or Redactor()
        self._notices = notices
        self._stopping = asyncio.Event()
        self._started = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work; a lost database is waited for."""
        self._task = asyncio.create_task(
            pgqueuer.run(
                self._queue,
                dequeue_timeout=timedelta(seconds=5),
                heartbeat_timeout=timedelta(seconds=15),
                # A batch may not be larger than the smallest limit of concurrency.
                batch_size=1,
                restart_on_failure=True,
                restart_delay=timedelta(seconds=2),
                shutdown=self._stopping,
            )
        )

    async def close(self) -> None:
        """Take no more work, and wait for what runs."""
        self._stopping.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    @asynccontextmanager
    async def _queue(self) -> AsyncIterator[PgQueuer]:
        async with PoolDriver(self._dsn) as driver:
            queue = PgQueuer(driver)
            queue.schedule("chores", "*/10 * * * *")(self._chores)
            queue.schedule("memory-index", "* * * * *")(self._memory_index)
            queue.schedule("memory-embed-due", "* * * * *")(self._memory_embed_due)
            queue.entrypoint("memory-embed", concurrency_limit=1)(self._memory_embed)
            queue.entrypoint("session-title", concurrency_limit=4)(self._session_title)
            queue.schedule("search-index-due", "* * * * *")(self._search_index_due)
            queue.entrypoint("search-index", concurrency_limit=1)(self._search_index)
            if self._notices is not None:
                queue.entrypoint("notice", concurrency_limit=4)(self._notice)
            if self._engine is None:
                yield queue
                return
            chosen = (await settings.agent_runtime(self._db)).settings
            queue.entrypoint("task", concurrency_limit=chosen["background_concurrency"])(self._run_task)
            await task_schedules.reckon_schedules(self._db)
            following = asyncio.create_task(self._follow_settings(queue))
            try:
                yield queue
            finally:
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)

    async def _notice(self, asked: Job) -> None:
        assert self._notices is not None
        if not await self._notices.deliver(int((asked.payload or b"0").decode())):
            raise RetryRequested(NOTICE_AGAIN, "it was not delivered")

    async def _run_task(self, asked: Job) -> None:
        assert self._engine is not None
        try:
            done = await self._engine.run_task(UUID((asked.payload or b"").decode()))
        except (Refused, Unavailable, asyncio.CancelledError):
            # The engine goes on with what it began; another look at the job says what is left to do.
            done = False
        if not done:
            raise RetryRequested(timedelta(0), "the worker stops")

    async def _follow_settings(self, queue: PgQueuer) -> None:
        """Obey the settings of background tasks as they are now: how many at once, and how often work is looked for."""
        limits = queue.qm.entrypoint_registry[QueueEntrypoint("task")].parameters
        looked = 0.0
        while True:
            try:
                chosen = (await settings.agent_runtime(self._db)).settings
                limits.concurrency_limit = chosen["background_concurrency"]
                if time.monotonic() - looked >= chosen["background_polling_ms"] / 1000:
                    looked = time.monotonic()
                    for fired in await task_schedules.materialize_due(self._db):
                        logger.info("schedule %s, due %s: %s", fired.schedule_id, fired.due_at, fired.outcome)
                    await task.recover(self._db)
            except (Refused, Unavailable) as error:
                logger.warning("background tasks could not be looked at: %s", error)
            await asyncio.sleep(SETTINGS_EVERY)

    async def _chores(self, _tick: Schedule) -> None:
        await self._sweep_temporary()
        await self._sweep_attachments()
        if time.monotonic() - self._started >= PRUNE_NOT_BEFORE:
            await self._prune_once_a_day()

    async def _sweep_attachments(self) -> None:
        if await job.claim_chore(self._db, "attachments-sweep", SWEEP_EVERY):
            swept = await thread.sweep_attachments(self._db)
            await job.finish_chore(self._db, "attachments-sweep", {"swept": swept})
            await notice.sweep(self._db)

    async def _prune_once_a_day(self) -> None:
        if await job.claim_chore(self._db, "memory-prune", PRUNE_EVERY):
            pruned = await memory.prune(self._db)
            await job.finish_chore(
                self._db, "memory-prune", {"expired": pruned.expired, "surplus": pruned.surplus}
            )
            logger.info("pruned %d expired and %d surplus episodes", pruned.expired, pruned.surplus)

    async def _sweep_temporary(self) -> None:
        if swept := await session.sweep_temporary(self._db):
            logger.info("deleted %d temporary chats that nobody ended", swept)

    async def _memory_index(self, _tick: Schedule) -> None:
        await memory.fold_totals(self._db)
        await memory.recount_stale(self._db)

    async def _memory_embed_due(self, _tick: Schedule) -> None:
        if await meaning.is_due(self._db, self._gateway):
            await memory.request_embedding(self._db)

    async def _memory_embed(self, _job: Job) -> None:
        await self._unless_stopping(meaning.embed_memories(self._db, self._gateway))

    async def _session_title(self, asked: Job) -> None:
        execution_id = UUID((asked.payload or b"").decode())
        await self._unless_stopping(
            titles.name_session(self._db, self._gateway, execution_id, self._redactor)
        )

    async def _search_index_due(self, _tick: Schedule) -> None:
        await thread.request_indexing(self._db)

    async def _search_index(self, _job: Job) -> None:
        while await thread.index_batch(self._db, INDEX_BATCH):
            if self._stopping.is_set():
                raise RetryRequested(timedelta(0), "the worker stops")

    async def _unless_stopping(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do a piece of work that may be cancelled; when the worker stops it is left to the next one."""
        work = asyncio.create_task(doing)
        stopping = asyncio.create_task(self._stopping.wait())
        await asyncio.wait({work, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not work.done():
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            raise RetryRequested(timedelta(0), "the worker stops")
        await work
