"""One execution as its process holds it: the numbered stream, who reads it, how it is stopped."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.agent.hooking import Hooked
from app.queries.execution import Accepted

DONE = b"data: [DONE]\n\n"


@dataclass(frozen=True)
class TaskOf:
    """The task that a run is of, and where that came from: manual or schedule."""

    id: UUID
    origin: str


class Run:
    """A running execution. Parts are numbered from 1.

    Frames are kept as bytes for readers in this process; parts until they are stored. `doubt` is what
    its asker is to be told of the model; `heard` is told each part; `max_steps` may lower the limit of steps;
    one that may not ask is not given the tools that ask.
    Of a task, `seconds` is the time that it has, and `task_of` tells which. `hooked` are its hooks, from its beginning.
    `end_reason` and `usage` are known at the end. One that is `resumed` goes on with a stored `stream`; one that was
    `suspended` is not this process's any more, and its readers go on with what is stored.
    """

    def __init__(
        self, accepted: Accepted, doubt: str | None = None, stream: Sequence[dict[str, Any]] = ()
    ) -> None:
        self.id: UUID = accepted.execution_id
        self.thread_id = accepted.thread_id
        self.accepted = accepted
        self.doubt = doubt
        self.heard: Callable[[dict[str, Any]], None] | None = None
        self.max_steps: int | None = None
        self.may_ask = True
        self.seconds: int | None = None
        self.task_of: TaskOf | None = None
        self.hooked: Hooked | None = None
        self.end_reason: str | None = None
        self.usage: dict[str, int] = {}
        self.task: asyncio.Task[None] | None = None
        self.stop_reason: str | None = None
        self.concluding = False
        self.done = False
        self.suspended = False
        self.resumed = bool(stream)
        self.frames: list[bytes] = [frame(part, n) for n, part in enumerate(stream, 1)]
        self.closing: bytes = DONE
        self.stored = len(self.frames)
        self._unstored: list[dict[str, Any]] = []
        self._changed = asyncio.Event()

    def emit(self, part: dict[str, Any]) -> None:
        """Add a part to the stream and wake its readers."""
        self._unstored.append(part)
        self.frames.append(frame(part, len(self.frames) + 1))
        self._wake()
        if self.heard is not None:
            self.heard(part)

    def unstored(self) -> list[dict[str, Any]]:
        """Return the parts that are not stored yet; the first of them has the number `stored + 1`."""
        return list(self._unstored)

    def mark_stored(self, count: int) -> None:
        """Note that the next `count` parts are stored."""
        del self._unstored[:count]
        self.stored += count
        self._wake()

    def close(self, closing: bytes) -> None:
        """End the stream for readers in this process, with its last frames."""
        self.closing = closing
        self.done = True
        self._wake()

    def leave(self) -> None:
        """Send readers in this process on to what is stored: the work is suspended."""
        self.suspended = True
        self.close(b"")

    async def changed(self) -> None:
        """Wait until something was emitted or stored, or the run ended."""
        await self._changed.wait()

    def stop(self, reason: str) -> None:
        """Abort the work at its next await; The first `reason` stands: stopped, timeout or interrupted."""
        if self.task is not None and not self.done and self.stop_reason is None:
            self.stop_reason = reason
            self.task.cancel()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


def frame(part: dict[str, Any], n: int | None = None) -> bytes:
    """Return a stream part as a server-sent event; its `id:` is its number."""
    data = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
    head = f"id: {n}\n" if n is not None else ""
    return f"{head}data: {data}\n\n".encode()


def start_part(accepted: Accepted) -> dict[str, Any]:
    """Return the first part of a stream: the answer's id, and what it can be found by."""
    custom = {"turnId": str(accepted.execution_id), "traceId": accepted.trace_id}
    custom["model"] = accepted.model
    return {"type": "start", "messageId": accepted.answer_id, "messageMetadata": {"custom": custom}}


def closing_frames(
    execution_id: UUID, trace_id: str, end_reason: str | None, usage: dict[str, Any], revision: int | None
) -> bytes:
    """Return the end of a stream: usage, why it ended and the session's new revision, then `[DONE]`."""
    custom: dict[str, Any] = {"turnId": str(execution_id), "traceId": trace_id}
    custom |= {"endReason": end_reason, "revision": revision}
    if usage:
        custom["usage"] = usage
    return frame({"type": "finish", "messageMetadata": {"custom": custom}}) + DONE
