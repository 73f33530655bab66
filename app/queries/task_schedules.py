"""The room `task`: schedules, which make tasks when they are due."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.db import Database, Json


@dataclass(frozen=True)
class Schedule:
    """A schedule, and what became of its last due time."""

    id: UUID
    workspace_id: str
    title: str
    prompt: str
    cron: str
    zone: str
    enabled: bool
    missed: str
    grace_seconds: int
    overlap: bool
    next_run_at: datetime | None
    last_due_at: datetime | None
    last_outcome: str | None
    revision: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class Fired:
    """A due time that was decided about."""

    schedule_id: UUID
    due_at: datetime
    outcome: str


@dataclass(frozen=True)
class Run:
    """What became of a due time; without one it was run by hand. Its task, and how that stands."""

    at: datetime
    due_at: datetime | None
    outcome: str
    task_id: UUID | None
    state: str | None
    error: str | None
    finished_at: datetime | None


@dataclass(frozen=True)
class Due:
    """A time at which a cron expression is due."""

    due_at: datetime


async def schedules(db: Database, id: UUID | None = None) -> list[Schedule]:
    """Return all schedules, those that are due next first; or the one with an id."""
    return await db.many(Schedule, "task.schedules", p_id=id)


async def create_schedule(db: Database, columns: dict[str, Any], zone: str) -> UUID:
    """Make a schedule; return its id. Refused 422 invalid_cron, never_due, out_of_range, unknown_workspace."""
    made: UUID = await db.value("task.create_schedule", p_schedule=Json(columns), p_zone=zone)
    return made


async def change_schedule(db: Database, id: UUID, revision: int, changes: dict[str, Any], zone: str) -> int:
    """Change columns of a schedule; return its new revision. Refused 404 schedule_not_found, 409, 422."""
    return int(
        await db.value(
            "task.change_schedule", p_id=id, p_revision=revision, p_changes=Json(changes), p_zone=zone
        )
    )


async def remove_schedule(db: Database, id: UUID, revision: int | None = None) -> dict[str, Any]:
    """Delete a schedule, cancel its work; return it as `restore_schedule` takes it back. Refused 404, 409."""
    row: dict[str, Any] = await db.value("task.remove_schedule", p_id=id, p_revision=revision)
    return row


async def restore_schedule(db: Database, row: dict[str, Any]) -> None:
    """Take back a deleted schedule."""
    await db.value("task.restore_schedule", p_row=Json(row))


async def run_schedule(db: Database, id: UUID) -> UUID:
    """Make a task of a schedule now; return the task's id. Refused 404 schedule_not_found."""
    made: UUID = await db.value("task.run_schedule", p_id=id)
    return made


async def materialize_due(db: Database) -> list[Fired]:
    """Make tasks of what is due; return what was decided."""
    return await db.many(Fired, "task.materialize_due")


async def reckon_schedules(db: Database) -> int:
    """Reckon anew when schedules are due; return how many changed."""
    return int(await db.value("task.reckon_schedules"))


async def schedule_history(db: Database, id: UUID, limit: int = 50) -> list[Run]:
    """Return what became of a schedule's due times, newest first."""
    return await db.many(Run, "task.schedule_history", p_id=id, p_limit=limit)


async def next_runs(db: Database, cron: str, zone: str, after: datetime, count: int = 5) -> list[Due]:
    """Return when a cron expression is due next. Refused 422 invalid_cron or invalid_time_zone."""
    return await db.many(Due, "task.next_runs", p_cron=cron, p_zone=zone, p_after=after, p_count=count)


async def cron_prompt(db: Database) -> str:
    """Return the instruction by which a model turns words into a cron expression."""
    return str(await db.value("task.cron_prompt"))
