"""Reading an execution's stream: from memory where it runs, from the database elsewhere."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

from app.agent.run import DONE, Run, closing_frames, frame
from app.db import Database
from app.queries import execution

ACTIVE = ("running", "stopping", "waiting")

#: Seconds between looks for parts of an execution that another process runs.
LOOK_EVERY = 0.15
#: The same while it waits for its owner, which can take hours.
LOOK_AFTER_DECISION_EVERY = 0.5


async def follow_run(db: Database, run: Run, after: int) -> AsyncIterator[bytes]:
    """Yield the frames of a run of this process after part `after`, then live, up to the closing frames."""
    while True:
        if len(run.frames) > after:
            frames = b"".join(run.frames[after:])
            after = len(run.frames)
            yield frames
        elif run.suspended:
            async for frames in follow_stored(db, run.id, after):
                yield frames
            return
        elif run.done:
            yield run.closing
            return
        else:
            await run.changed()


async def follow_stored(db: Database, execution_id: UUID, after: int) -> AsyncIterator[bytes]:
    """Yield the same of any execution, from what is stored; nothing when it was deleted."""
    while rows := await execution.replay(db, execution_id, after):
        frames = [frame(row.part, row.n) for row in rows if row.part is not None]
        if frames:
            after = rows[-1].n or after
            yield b"".join(frames)
        if rows[0].state not in ACTIVE:
            yield await closing(db, execution_id)
            return
        await _pause(rows[0].state)


async def closing(db: Database, execution_id: UUID) -> bytes:
    """Return the closing frames of an execution that has ended, as its row tells them."""
    end = await execution.ending(db, execution_id)
    if end is None:
        return DONE
    return closing_frames(execution_id, end.trace_id, end.end_reason, end.usage, end.revision)


async def watch_run(db: Database, run: Run) -> AsyncIterator[None]:
    """Yield at once, whenever more of a run was stored, and when it has ended."""
    seen = -1
    while not run.done:
        if run.stored > seen:
            seen = run.stored
            yield
        else:
            await run.changed()
    if run.suspended:
        async for _ in watch_stored(db, run.id):
            yield
    else:
        yield


async def watch_stored(db: Database, execution_id: UUID) -> AsyncIterator[None]:
    """Yield the same for any execution."""
    seen = -1
    while rows := await execution.replay(db, execution_id, max(seen, 0)):
        last = rows[-1].n or max(seen, 0)
        ended = rows[0].state not in ACTIVE
        if last > seen or ended:
            seen = last
            yield
        if ended:
            return
        await _pause(rows[0].state)


async def _pause(state: str) -> None:
    await asyncio.sleep(LOOK_AFTER_DECISION_EVERY if state == "waiting" else LOOK_EVERY)
