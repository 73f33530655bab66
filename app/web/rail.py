"""The list of chats at the side."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from urllib.parse import urlencode, urlsplit

from starlette.requests import Request

from app.db import Database
from app.queries import execution, session

_PAGE = 200


@dataclass(frozen=True)
class Row:
    """One chat in the list; `unread` when it has an answer that nobody has seen, `waiting` for a decision."""

    id: str
    title: str
    running: bool
    unread: bool = False
    temporary: bool = False
    waiting: bool = False


@dataclass(frozen=True)
class Group:
    """Chats of one period, or the pinned ones; a page that continues a group does not name it again."""

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
    pinned: bool = False,
    before_at: datetime | None = None,
    before_id: str | None = None,
) -> Rail:
    """Return one page of the list: the chats after the one last changed at a moment, or the first ones.

    Pinned chats come first, page by page (`pinned`), then the others; archived ones are all alike.
    """
    now = datetime.now().astimezone()
    running = await execution.active_threads(db)

    def group(name: str, members: Iterable[session.Session]) -> Group:
        return Group(name, [row(s) for s in members])

    def row(s: session.Session) -> Row:
        return Row(
            s.id, s.title, s.id in running, s.unread, s.temporary, waiting=running.get(s.id) == "waiting"
        )

    groups: list[Group] = []
    if not archived and (pinned or before_at is None):
        top = await session.list_page(
            db, pinned=True, temporary=None, before_at=before_at, before_id=before_id, limit=_PAGE
        )
        if top:
            groups.append(group("" if before_at else "Pinned", top))
        if len(top) == _PAGE:
            return Rail(groups, current, archived, _next_page(top, pinned="1"))
        before_at = before_id = None
    rest = await session.list_page(
        db,
        archived=archived,
        pinned=None if archived else False,
        temporary=None,
        before_at=before_at,
        before_id=before_id,
        limit=_PAGE,
    )
    shown_before = "Archived" if archived and before_at else before_at and period(before_at, now)
    groups += [
        group("" if name == shown_before else name, members)
        for name, members in _grouped(rest, archived, now)
    ]
    if len(rest) < _PAGE:
        return Rail(groups, current, archived, "")
    return Rail(groups, current, archived, _next_page(rest, **({"archived": "1"} if archived else {})))


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


def _next_page(shown: list[session.Session], **more: str) -> str:
    last = shown[-1]
    return "/sessions?" + urlencode({"at": last.updated_at.isoformat(), "id": last.id, **more})
