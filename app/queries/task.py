"""The room `task`: work in the background, from its making to its end."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.db import Database
from app.queries.execution import Accepted


@dataclass(frozen=True)
class Task:
    """A task, and how its newest run stands; times of that run are `run_started_at`."""

    id: UUID
    workspace_id: str
    title: str
    prompt: str
    origin: str
    schedule_id: UUID | None
    due_at: datetime | None
    state: str
    error: str | None
    thread_id: str
    execution_id: UUID | None
    attempt: int
    recoveries: int
    timeout_seconds: int | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    run_started_at: datetime | None
    model: str | None
    trace_id: str | None
    end_reason: str | None
    usage: dict[str, Any]


@dataclass(frozen=True)
class Claimed:
    """A run that began and is the caller's to do, within `timeout_seconds`."""

    execution_id: UUID
    thread_id: str
    answer_id: str
    trace_id: str
    model: str
    settings: dict[str, Any]
    timeout_seconds: int
    origin: str

    @property
    def accepted(self) -> Accepted:
        return Accepted(
            self.execution_id,
            self.thread_id,
            self.answer_id,
            self.trace_id,
            self.model,
            self.settings,
            created=True,
            position=None,
        )


async def create_task(
    db: Database, workspace_id: str | None, title: str, prompt: str, origin: str = "manual"
) -> UUID:
    """Make a task with its job; return its id. Refused 422 out_of_range or unknown_workspace."""
    made: UUID = await db.value(
        "task.create_task", p_workspace_id=workspace_id, p_title=title, p_prompt=prompt, p_origin=origin
    )
    return made


async def claim(
    db: Database,
    id: UUID,
    owner: str,
    lease_seconds: int,
    catalogue: list[str],
    catalogue_is_complete: bool,
) -> Claimed | None:
    """Begin a task whose job was picked; None when there is nothing to do. Refused 422 unknown_model, 503."""
    return await db.one(
        Claimed,
        "task.claim",
        p_id=id,
        p_owner=owner,
        p_lease_seconds=lease_seconds,
        p_catalogue=catalogue,
        p_catalogue_is_complete=catalogue_is_complete,
    )


async def fail(db: Database, id: UUID, error: str) -> None:
    """End a task that cannot begin."""
    await db.value("task.fail", p_id=id, p_error=error)


async def cancel(db: Database, id: UUID) -> None:
    """Cancel a task. Refused 404 task_not_found, 409 task_ended."""
    await db.value("task.cancel", p_id=id)


async def recover(db: Database) -> int:
    """Give a job to every queued task that has none; return how many."""
    return int(await db.value("task.recover"))


async def load(db: Database, id: UUID) -> Task:
    """Return a task. Refused 404 task_not_found."""
    row = await db.one(Task, "task.load", p_id=id)
    assert row is not None
    return row


async def list_page(
    db: Database,
    *,
    states: list[str] | None = None,
    schedule_id: UUID | None = None,
    before_created_at: datetime | None = None,
    before_id: UUID | None = None,
    limit: int = 50,
) -> list[Task]:
    """Return tasks, newest first."""
    return await db.many(
        Task,
        "task.list_page",
        p_states=states,
        p_schedule_id=schedule_id,
        p_before_created_at=before_created_at,
        p_before_id=before_id,
        p_limit=limit,
    )
