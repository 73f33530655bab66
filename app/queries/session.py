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
    pinned_at: datetime | None
    temporary: bool
    forked_from: str | None
    unread: bool


@dataclass(frozen=True)
class Page:
    """What a page shows beside the row; the workspace only when there is more than one."""

    draft: str
    draft_id: str | None
    workspace_name: str | None
    origin_title: str | None


async def open_(
    db: Database,
    id: str,
    title: str,
    workspace_id: str | None,
    metadata: dict[str, Any],
    temporary: bool = False,
) -> bool:
    """Make a session unless it exists; True when it was made.

    Refused 400 invalid_id, 409 id_taken (a task's, for one), 422 unknown_workspace.
    """
    return bool(
        await db.value(
            "session.open",
            p_id=id,
            p_title=title,
            p_workspace_id=workspace_id,
            p_metadata=Json(metadata),
            p_temporary=temporary,
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
    pinned: bool | None = None,
    temporary: bool | None = False,
) -> list[Session]:
    """Return sessions, last changed first; the next page starts before the last row's updated_at and id.

    `pinned` None returns both kinds, `temporary` None the temporary ones among the others.
    """
    return await db.many(
        Session,
        "session.list_page",
        p_archived=archived,
        p_workspace_id=workspace_id,
        p_before_at=before_at,
        p_before_id=before_id,
        p_limit=limit,
        p_pinned=pinned,
        p_temporary=temporary,
    )


async def page(db: Database, id: str) -> Page | None:
    """Return what a page shows of a session beside its row; None when it is gone."""
    return await db.one(Page, "session.page", p_id=id)


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
    db: Database,
    id: str,
    revision: int | None,
    title: str | None = None,
    archived: bool | None = None,
    pinned: bool | None = None,
) -> int:
    """Rename, archive or restore, pin or unpin in one write; return the revision, which a pin leaves as it is.

    Refused 404, 409 revision_conflict (a revision of None is not compared), 422 temporary_session.
    """
    return int(
        await db.value(
            "session.patch",
            p_id=id,
            p_revision=revision,
            p_title=title,
            p_archived=archived,
            p_pinned=pinned,
        )
    )


async def save_draft(db: Database, id: str, draft: str, draft_id: str | None = None) -> bool:
    """Keep the text that is not sent yet; False when the draft of this id was sent by now. Refused 404, 422."""
    return bool(await db.value("session.save_draft", p_id=id, p_draft=draft, p_draft_id=draft_id))


async def close_draft(db: Database, id: str, draft_id: str | None, sent: str) -> None:
    """End the draft that was sent: later saves of it are not kept."""
    await db.value("session.close_draft", p_id=id, p_draft_id=draft_id, p_sent=sent)


async def mark_read(db: Database, id: str) -> None:
    """Note that the owner has seen what is stored. Refused 404."""
    await db.value("session.mark_read", p_id=id)


async def fork(
    db: Database,
    id: str,
    new_id: str,
    message_id: str | None = None,
    position: int | None = None,
    before: bool = False,
) -> bool:
    """Make a session that begins as a copy of another, up to a message or before it; False when it was made before.

    Refused 400 invalid_id, 404 session_not_found or message_not_found, 409 session_exists, 422 not_a_question.
    """
    return bool(
        await db.value(
            "session.fork",
            p_id=id,
            p_new_id=new_id,
            p_message_id=message_id,
            p_position=position,
            p_before=before,
        )
    )


async def sweep_temporary(db: Database) -> int:
    """Delete temporary sessions that did not change for a day; return how many."""
    return int(await db.value("session.sweep_temporary"))


async def remove(db: Database, id: str, revision: int | None = None) -> None:
    """Delete a session for ever, with its thread. Refused 404, 409 revision_conflict."""
    await db.value("session.remove", p_id=id, p_revision=revision)


async def entitle(db: Database, id: str, title: str) -> bool:
    """Give a session the title that a model made, unless it has one; True when it did."""
    return bool(await db.value("session.entitle", p_id=id, p_title=title))
