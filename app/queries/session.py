"""The room `session`: chats as their owner sees them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.db import Database, Json


@dataclass(frozen=True)
class Session:
    id: str
    title: str
    title_locked: bool
    workspace_id: str
    metadata: dict[str, Any]
    feedback: dict[str, Any]
    revision: int
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None


async def open_(
    db: Database, id: str, title: str, workspace_id: str | None, metadata: dict[str, Any]
) -> bool:
    """Make a session unless it exists; True when it was made. Refused 400 invalid_id, 422 unknown_workspace."""
    return bool(
        await db.value(
            "session.open", p_id=id, p_title=title, p_workspace_id=workspace_id, p_metadata=Json(metadata)
        )
    )


async def load(db: Database, id: str) -> Session:
    """Return one session. Refused 404 session_not_found."""
    row = await db.one(Session, "session.load", p_id=id)
    assert row is not None
    return row


async def list_page(
    db: Database,
    archived: bool = False,
    workspace_id: str | None = None,
    before_at: datetime | None = None,
    before_id: str | None = None,
    limit: int = 200,
) -> list[Session]:
    """Return sessions, last changed first; the next page starts before the last row's updated_at and id."""
    return await db.many(
        Session,
        "session.list_page",
        p_archived=archived,
        p_workspace_id=workspace_id,
        p_before_at=before_at,
        p_before_id=before_id,
        p_limit=limit,
    )


async def save(
    db: Database,
    id: str,
    revision: int,
    title: str,
    workspace_id: str | None,
    metadata: dict[str, Any],
    feedback: dict[str, Any],
) -> int:
    """Save a session as a whole; return its new revision. Refused 404, 409 revision_conflict."""
    return int(
        await db.value(
            "session.save",
            p_id=id,
            p_revision=revision,
            p_title=title,
            p_workspace_id=workspace_id,
            p_metadata=Json(metadata),
            p_feedback=Json(feedback),
        )
    )


async def patch(
    db: Database, id: str, revision: int, title: str | None = None, archived: bool | None = None
) -> int:
    """Rename, archive or restore in one write; return the new revision. Refused 404, 409 revision_conflict."""
    return int(
        await db.value("session.patch", p_id=id, p_revision=revision, p_title=title, p_archived=archived)
    )


async def remove(db: Database, id: str, revision: int | None = None) -> None:
    """Delete a session for ever, with its thread. Refused 404, 409 revision_conflict."""
    await db.value("session.remove", p_id=id, p_revision=revision)
