"""The list of chats at the side."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any
from urllib.parse import urlencode, urlsplit

from starlette.requests import Request

from app.db import Database
from app.queries import execution, session

_PAGE = 200


@dataclass(frozen=True)
class Row:
    """One chat in the list."""

    id: str
    title: str
    running: bool


@dataclass(frozen=True)
class Group:
    """Chats of one period; a page that continues a period does not name it again."""

    name: str
    sessions: list[Row]


@dataclass(frozen=True)
class Rail:
    """What the list shows; `next_page` is the address of the rest, or empty."""

    groups: list[Group]
    current: str
    archived: bool
    next_page: str


async def load(
    db: Database,
    *,
    current: str,
    archived: bool = False,
    before_at: datetime | None = None,
    before_id: str | None = None,
) -> Rail:
    """Return one page of the list: chats last changed before a moment, or the newest."""
    sessions = await session.list_page(
        db, archived=archived, before_at=before_at, before_id=before_id, limit=_PAGE
    )
    running = set(await execution.active_threads(db))
    now = datetime.now().astimezone()
    shown_before = "Archived" if archived and before_at else before_at and period(before_at, now)
    groups = [
        Group("" if name == shown_before else name, [Row(s.id, s.title, s.id in running) for s in members])
        for name, members in _grouped(sessions, archived, now)
    ]
    return Rail(groups, current, archived, _next_page(sessions, archived))


def period(moment: datetime, now: datetime) -> str:
    """Return the heading under which a moment falls, by the days of the server's zone."""
    days = (now.date() - moment.astimezone(now.tzinfo).date()) // timedelta(days=1)
    if days <= 0:
        return "Today"
    return "This week" if days < 7 else "Older"


def shown_chat(request: Request) -> str:
    """Return the id of the chat that the asking page shows, or nothing."""
    parts = urlsplit(request.headers.get("hx-current-url", "")).path.split("/")
    return parts[2] if len(parts) == 3 and parts[1] == "c" else ""


def _grouped(
    sessions: list[session.Session], archived: bool, now: datetime
) -> Iterator[tuple[str, list[session.Session]]]:
    def name(one: session.Session) -> str:
        return "Archived" if archived else period(one.updated_at, now)

    for heading, members in groupby(sessions, key=name):
        yield heading, list(members)


def _next_page(sessions: list[session.Session], archived: bool) -> str:
    if len(sessions) < _PAGE:
        return ""
    last = sessions[-1]
    query: dict[str, Any] = {"at": last.updated_at.isoformat(), "id": last.id}
    return "/sessions?" + urlencode(query | ({"archived": "1"} if archived else {}))
