"""The JSON shapes of tasks."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import StringConstraints

from app.web.wire import Id, In, Out, Title


class TaskIn(In):
    """POST /api/tasks. Without a title the first words of the prompt are one."""

    prompt: Annotated[str, StringConstraints(min_length=1, max_length=100_000)]
    title: Title = ""
    workspace_id: Id | None = None


class TaskOut(Out):
    """A task with its newest run; `endReason`, `model`, `traceId` and `usage` are of that run."""

    id: UUID
    workspace_id: str
    title: str
    prompt: str
    origin: str
    schedule_id: UUID | None
    due_at: datetime | None
    state: str
    error: str | None
    end_reason: str | None
    execution_id: UUID | None
    thread_id: str
    attempt: int
    recoveries: int
    timeout_seconds: int | None
    model: str | None
    trace_id: str | None
    usage: dict[str, Any]
    created_at: datetime
    started_at: datetime | None
    run_started_at: datetime | None
    finished_at: datetime | None
