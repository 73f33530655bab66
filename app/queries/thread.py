"""The room `thread`: what was said, and the search through it."""

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


async def end_of_page(db: Database, thread_id: str, after: int, count: int) -> int | None:
    """Return the position before which `count` messages after a position end; None when there are fewer."""
    found: int | None = await db.value(
        "thread.end_of_page", p_thread_id=thread_id, p_after=after, p_count=count
    )
    return found
