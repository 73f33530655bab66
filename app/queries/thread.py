"""The room `thread`: exact histories, the files that come with messages, and the search through them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.db import Database


@dataclass(frozen=True)
class Hit:
    """What a search found: a message, or the title of a chat (without id, position, role and snippet).

    Marks are {start, end} in characters of the snippet or title. `exact` is False for what is only similar;
    the next page is asked for with it and with `until`.
    """

    session_id: str
    title: str
    title_marks: list[dict[str, Any]]
    archived_at: datetime | None
    temporary: bool
    hits: int
    message_id: str | None
    position: int | None
    role: str | None
    execution_id: UUID | None
    created_at: datetime
    snippet: str | None
    marks: list[dict[str, Any]]
    exact: bool
    until: datetime


async def search(
    db: Database,
    resource_id: str,
    query: str,
    *,
    archived: bool | None = None,
    thread_id: str | None = None,
    until: datetime | None = None,
    exact: bool | None = None,
    skip: int = 0,
    limit: int = 20,
) -> list[Hit]:
    """Return one page of what an owner's chats hold of a query. Refused 503 search_too_long."""
    return await db.many(
        Hit,
        "thread.search",
        p_resource_id=resource_id,
        p_query=query,
        p_archived=archived,
        p_thread_id=thread_id,
        p_until=until,
        p_exact=exact,
        p_skip=skip,
        p_limit=limit,
    )


async def index_batch(db: Database, most: int) -> int:
    """Make texts findable that wait for it, at most so many; return how many, 0 when none is left."""
    return int(await db.value("thread.index_batch", p_most=most))


async def request_indexing(db: Database) -> bool:
    """Queue the job that makes texts findable, if some wait for it; whether that was done."""
    return bool(await db.value("thread.request_indexing"))


@dataclass(frozen=True)
class Attachment:
    """A file without its bytes; size in bytes."""

    id: str
    name: str
    media_type: str
    size_bytes: int


@dataclass(frozen=True)
class Content:
    """A file with its bytes."""

    name: str
    media_type: str
    content: bytes


async def store_attachment(
    db: Database, name: str, media_type: str, content: bytes, text: str | None
) -> Attachment:
    """Store a file until the message is sent that it belongs to; `text` is that of a text file."""
    row = await db.one(
        Attachment,
        "thread.store_attachment",
        p_name=name,
        p_media_type=media_type,
        p_content=content,
        p_text=text,
    )
    assert row is not None
    return row


async def attachments(db: Database, ids: list[str]) -> list[Attachment]:
    """Return what is known of attachments, in the order of `ids`; unknown ones are left out."""
    return await db.many(Attachment, "thread.attachments", p_ids=ids)


async def lend_files(
    db: Database, thread_id: str, message_id: str | None, position: int | None
) -> list[Attachment]:
    """Return copies of the files of a message, named by id or position, for one that is asked in its place."""
    return await db.many(
        Attachment,
        "thread.lend_files",
        p_thread_id=thread_id,
        p_message_id=message_id,
        p_position=position,
    )


async def load_attachment(db: Database, id: str) -> Content:
    """Return one attachment. Refused 404 attachment_not_found."""
    row = await db.one(Content, "thread.load_attachment", p_id=id)
    assert row is not None
    return row


async def discard_attachment(db: Database, id: str) -> None:
    """Delete an attachment that was not sent. Refused 404, 409 attachment_sent."""
    await db.value("thread.discard_attachment", p_id=id)


async def sweep_attachments(db: Database) -> int:
    """Delete what was not sent within a day; return how many went."""
    return int(await db.value("thread.sweep_attachments"))


async def end_of_page(db: Database, thread_id: str, after: int, count: int) -> int | None:
    """Return the position before which `count` messages after a position end; None when there are fewer."""
    found: int | None = await db.value(
        "thread.end_of_page", p_thread_id=thread_id, p_after=after, p_count=count
    )
    return found
