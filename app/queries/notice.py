"""The room `notice`: what happened while nobody watched, and whether it was sent on."""

from dataclasses import dataclass
from datetime import datetime

from app.db import Database


@dataclass(frozen=True)
class Notice:
    id: int
    kind: str
    title: str
    address: str
    delivery: str
    attempts: int
    error: str | None
    created_at: datetime
    delivered_at: datetime | None


@dataclass(frozen=True)
class ToDeliver:
    """A notice that is to be sent on, and where to."""

    kind: str
    title: str
    address: str
    url: str
    allow_loopback: bool
    secret_name: str


async def note(db: Database, kind: str, title: str, address: str) -> int:
    """Note that something happened; return its id."""
    return int(await db.value("notice.note", p_kind=kind, p_title=title, p_address=address))


async def to_deliver(db: Database, id: int) -> ToDeliver | None:
    """Return a notice that is to be sent on; None when it is not any more."""
    return await db.one(ToDeliver, "notice.to_deliver", p_id=id)


async def tried(db: Database, id: int, error: str | None) -> bool:
    """Note an attempt; return whether it is to be tried again."""
    return bool(await db.value("notice.tried", p_id=id, p_error=error))


async def notices(db: Database, id: int | None = None, limit: int = 50) -> list[Notice]:
    """Return the newest notices, or the one with an id."""
    return await db.many(Notice, "notice.notices", p_id=id, p_limit=limit)


async def sweep(db: Database) -> int:
    """Delete old notices; return how many."""
    return int(await db.value("notice.sweep"))
