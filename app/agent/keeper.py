"""What a process does for its executions beside running them, and for those of dead processes.

It stores their streams, renews their leases, hears at once that one is to stop, ends what another
process left behind, and sees to it that messages which wait are taken.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from app.agent.run import Run
from app.bell import RESYNC, Bell
from app.db import Database
from app.queries import execution

logger = logging.getLogger(__name__)

#: Seconds. What a killed server leaves behind is marked at most LEASE + REAP_EVERY later.
LEASE = 10
RENEW_EVERY = 1.0
REAP_EVERY = 2.0
#: A message whose turn has come begins at most this much later, should the process that was to take it have died.
TAKE_EVERY = 2.0
SWEEP_EVERY = 30.0
STORE_EVERY = 0.1


class Keeper:
    """Keeps the rows of this process's runs true. `runs` is shared with the engine, `take` is the engine's."""

    def __init__(
        self,
        db: Database,
        owner: str,
        runs: dict[UUID, Run],
        bell: Bell,
        take: Callable[[], Awaitable[None]],
    ) -> None:
        self._db = db
        self._owner = owner
        self._runs = runs
        self._bell = bell
        self._take = take
        self._something = asyncio.Event()
        self._storing = asyncio.Lock()
        self._chores: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin the chores."""
        self._chores = [
            asyncio.create_task(_every(STORE_EVERY, self._store_when_there_is_something)),
            asyncio.create_task(_every(RENEW_EVERY, self._renew)),
            asyncio.create_task(_every(RENEW_EVERY, self._hear)),
            asyncio.create_task(_every(REAP_EVERY, self._reap)),
            asyncio.create_task(_every(TAKE_EVERY, self._take)),
            asyncio.create_task(_every(SWEEP_EVERY, self._sweep)),
        ]

    async def close(self) -> None:
        """End the chores."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)

    def emitter(self, run: Run) -> Callable[[dict[str, Any]], None]:
        """Return the function that emits into a run and sees to it that the part is stored soon."""

        def emit(part: dict[str, Any]) -> None:
            run.emit(part)
            self._something.set()

        return emit

    async def tail(self, run: Run) -> tuple[int, list[dict[str, Any]]]:
        """Return the number of the first part that is not stored, and all such parts; they are the caller's now.

        It waits for a store that is under way: were the end stored before it, the answer would
        lack what it carries. No later store touches them: both would wait for each other.
        """
        async with self._storing:
            run.concluding = True
            return run.stored + 1, run.unstored()

    async def _store_when_there_is_something(self) -> None:
        await self._something.wait()
        self._something.clear()
        async with self._storing:
            taken = [(run, run.unstored()) for run in self._runs.values() if not run.concluding]
            batches = [
                {"execution_id": str(run.id), "first_n": run.stored + 1, "parts": parts}
                for run, parts in taken
                if parts
            ]
            if not batches:
                return
            try:
                lost = await execution.append(self._db, self._owner, batches)
            except Exception:
                self._something.set()
                raise
            for run, parts in taken:
                run.mark_stored(len(parts))
        self._stop(lost)

    async def _renew(self) -> None:
        if self._runs:
            self._stop(await execution.renew(self._db, self._owner, list(self._runs), LEASE))

    async def _hear(self) -> None:
        """Ask at once about the runs for which the bell rings: that is how a stop asked elsewhere arrives."""
        with self._bell.listening() as ear:
            while True:
                names = set(await ear.heard())
                ids = [id for id in self._runs if RESYNC in names or f"execution:{id}" in names]
                if ids:
                    self._stop(await execution.renew(self._db, self._owner, ids, LEASE))

    async def _reap(self) -> None:
        for execution_id in await execution.reap(self._db):
            logger.warning(
                "execution %s was left by a server that stopped; marked as interrupted", execution_id
            )

    async def _sweep(self) -> None:
        await execution.sweep(self._db)

    def _stop(self, execution_ids: list[UUID]) -> None:
        for execution_id in execution_ids:
            if execution_id in self._runs:
                self._runs[execution_id].stop("stopped")


async def _every(seconds: float, chore: Callable[[], Awaitable[None]]) -> None:
    """Do a chore for ever; a failure is logged once per outage and the chore tried again."""
    failing = False
    while True:
        try:
            await chore()
            failing = False
        except Exception as error:
            if not failing:
                logger.warning("%s failed and is tried again: %s", chore.__name__, type(error).__name__)
            failing = True
        await asyncio.sleep(seconds)
