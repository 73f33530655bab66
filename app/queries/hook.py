"""The room `hook`: commands and addresses that run at fixed points of an execution, and their audit."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.db import Database, Json


@dataclass(frozen=True)
class Hook:
    """A hook as it is stored."""

    id: UUID
    event: str
    matcher: str
    kind: str
    argv: list[str]
    url: str | None
    allow_loopback: bool
    secret_names: list[str]
    timeout_ms: int
    on_failure: str
    position: int
    enabled: bool
    revision: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class HookRun:
    """A run of a hook; `command` is what the hook runs now, None when it is gone."""

    id: int
    event_id: UUID
    attempt: int
    session_id: str | None
    turn_id: UUID | None
    task_id: UUID | None
    hook_id: UUID
    hook_revision: int
    event: str
    tool_name: str | None
    tool_call_id: str | None
    agent_id: str | None
    started_at: datetime
    duration_ms: int
    outcome: str
    exit_code: int | None
    http_status: int | None
    bytes_in: int
    bytes_out: int
    command: str | None


@dataclass(frozen=True)
class Seen:
    """How many hooks ran in a turn, and how many of them blocked or failed."""

    turn_id: UUID
    runs: int
    blocked: int
    failed: int


async def hooks(
    db: Database, *, id: UUID | None = None, event: str | None = None, enabled: bool = False
) -> list[Hook]:
    """Return hooks in the order of events and places; of one event, or one; with `enabled` those that run."""
    return await db.many(Hook, "hook.hooks", p_id=id, p_event=event, p_enabled=enabled)


async def create_hook(db: Database, columns: dict[str, Any]) -> UUID:
    """Make a hook; return its id. Refused 422 out_of_range."""
    made: UUID = await db.value("hook.create_hook", p_hook=Json(columns))
    return made


async def change_hook(db: Database, id: UUID, revision: int, changes: dict[str, Any]) -> int:
    """Change columns of a hook; return its new revision. Refused 404 hook_not_found, 409 revision_conflict, 422."""
    return int(await db.value("hook.change_hook", p_id=id, p_revision=revision, p_changes=Json(changes)))


async def remove_hook(db: Database, id: UUID, revision: int | None = None) -> dict[str, Any]:
    """Delete a hook; return it as `restore_hook` takes it back. Refused 404 hook_not_found, 409 revision_conflict."""
    row: dict[str, Any] = await db.value("hook.remove_hook", p_id=id, p_revision=revision)
    return row


async def restore_hook(db: Database, row: dict[str, Any]) -> None:
    """Take back a deleted hook."""
    await db.value("hook.restore_hook", p_row=Json(row))


async def move_hook(db: Database, id: UUID, up: bool) -> None:
    """Move a hook one place up or down among those of its event. Refused 404 hook_not_found."""
    await db.value("hook.move_hook", p_id=id, p_up=up)


async def record(
    db: Database,
    *,
    event_id: UUID,
    hook_id: UUID,
    hook_revision: int,
    event: str,
    outcome: str,
    duration_ms: int,
    bytes_in: int,
    bytes_out: int,
    session_id: str | None,
    turn_id: UUID | None,
    task_id: UUID | None,
    tool_name: str | None,
    tool_call_id: str | None,
    agent_id: str | None,
    exit_code: int | None,
    http_status: int | None,
) -> None:
    """Write a run into the audit."""
    await db.value(
        "hook.record",
        p_event_id=event_id,
        p_hook_id=hook_id,
        p_hook_revision=hook_revision,
        p_event=event,
        p_outcome=outcome,
        p_duration_ms=duration_ms,
        p_bytes_in=bytes_in,
        p_bytes_out=bytes_out,
        p_session_id=session_id,
        p_turn_id=turn_id,
        p_task_id=task_id,
        p_tool_name=tool_name,
        p_tool_call_id=tool_call_id,
        p_agent_id=agent_id,
        p_exit_code=exit_code,
        p_http_status=http_status,
    )


async def runs(
    db: Database,
    *,
    session_id: str | None = None,
    task_id: UUID | None = None,
    hook_id: UUID | None = None,
    turn_id: UUID | None = None,
    after: int = 0,
    limit: int = 100,
) -> list[HookRun]:
    """Return runs of a session, a turn, a task or a hook in their order, after one; of a hook the newest first."""
    return await db.many(
        HookRun,
        "hook.runs",
        p_session_id=session_id,
        p_task_id=task_id,
        p_hook_id=hook_id,
        p_turn_id=turn_id,
        p_after=after,
        p_limit=limit,
    )


async def seen(db: Database, turn_ids: list[UUID]) -> list[Seen]:
    """Return how hooks went in each of these turns that had some."""
    return await db.many(Seen, "hook.seen", p_turn_ids=turn_ids)


async def as_context(db: Database, text: str) -> str:
    """Return what a hook adds as a model is given it."""
    return str(await db.value("hook.as_context", p_text=text))


async def as_continuation(db: Database, reason: str) -> str:
    """Return what an agent is told when a hook does not let it end."""
    return str(await db.value("hook.as_continuation", p_reason=reason))
