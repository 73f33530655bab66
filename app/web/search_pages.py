"""The search over chats: a dialog over any page, and /search for whoever has no script or keeps an address."""

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any
from urllib.parse import urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import session, thread
from app.web import pages, rail, render
from app.web.search import Found, find

_A_PAGE = 20
_RECENT = 6
_TOO_LONG = 1000


@dataclass(frozen=True)
class Piece:
    """A part of a text; marked where it is what was searched for."""

    text: str
    marked: bool


@dataclass(frozen=True)
class Line:
    """A message that was found: where it is, who said it, and the part of it that shows why."""

    address: str
    by: str
    at: datetime
    pieces: list[Piece]


@dataclass(frozen=True)
class Group:
    """A chat with what was found in it: its title, when `titled`, and messages. `mark` says what is special of it.

    `more` messages of it are found beside these, at the address `all`.
    """

    id: str
    title: list[Piece]
    mark: str
    lines: list[Line]
    titled: bool = True
    more: int = 0
    all: str = ""


@pages.page
async def show(request: Request) -> Response:
    """The search as a page, or in parts: the dialog (no words), its results, or the page of them after a cursor."""
    query = request.query_params
    if not render.wants_fragment(request):
        shown = await rail.load(request.app.state.db, current="")
        return render.respond(request, "search/page.html", rail=shown, **await _results(request))
    if "cursor" in query:
        return render.respond(request, "search/_groups.html", **await _results(request))
    if "q" in query:
        return render.respond(
            request, "search/_results.html", headers=_kept(request), **await _results(request)
        )
    headers = {"HX-Retarget": "#dialog", "HX-Reswap": "innerHTML"}
    return render.respond(request, "search/dialog.html", headers=headers, **await _results(request))


def _kept(request: Request) -> dict[str, str]:
    """Return what keeps the page's address as what it shows; a dialog leaves that of the page beneath."""
    on_page = urlsplit(request.headers.get("hx-current-url", "")).path == "/search"
    words, chat = request.query_params["q"], request.query_params.get("chat", "")
    return {"HX-Replace-Url": _address(words, chat) if words else "/search"} if on_page else {}


async def _results(request: Request) -> dict[str, Any]:
    """Return what the results show: groups, or what there is to say instead."""
    query = request.query_params
    words, chat = query.get("q", "")[:_TOO_LONG], query.get("chat", "")
    context: dict[str, Any] = {"words": words, "chat": chat, "continued": "cursor" in query}
    context |= {"problem": "", "recent": [], "next_page": ""}
    if not words.strip():
        return context | {"groups": [], "exact": True, "recent": await _recent(request)}
    try:
        found = await find(request, words, query.get("cursor"), _A_PAGE, session_id=chat or None)
    except Refused as refusal:
        if refusal.status != 503:
            raise
        return context | {"groups": [], "exact": True, "problem": refusal.message}
    groups = [_group(words, list(hits), one_chat=bool(chat)) for hits in _by_chat(found)]
    next_page = ""
    if found.next_cursor is not None:
        next_page = _address(words, chat, cursor=found.next_cursor)
    return context | {"groups": groups, "exact": found.exact, "next_page": next_page}


def _by_chat(found: Found) -> list[list[thread.Hit]]:
    return [list(hits) for _, hits in groupby(found.hits, key=lambda hit: hit.session_id)]


def _group(words: str, hits: list[thread.Hit], *, one_chat: bool) -> Group:
    first = hits[0]
    lines = [_line(hit) for hit in hits if hit.message_id is not None]
    more = 0 if one_chat else first.hits - len(lines)
    return Group(
        id=first.session_id,
        title=_pieces(first.title, first.title_marks),
        mark="temporary" if first.temporary else "archived" if first.archived_at else "",
        lines=lines,
        titled=len(lines) < len(hits),
        more=more,
        all=_address(words, first.session_id),
    )


def _line(hit: thread.Hit) -> Line:
    anchor = f"asked-{hit.message_id}" if hit.role == "user" else f"answer-{hit.execution_id}"
    return Line(
        address=f"/c/{hit.session_id}?at={hit.position}#{anchor}",
        by="You" if hit.role == "user" else "popagent",
        at=hit.created_at,
        pieces=_pieces(hit.snippet or "", hit.marks),
    )


def _pieces(text: str, marks: list[dict[str, Any]]) -> list[Piece]:
    """Cut a text at its marks, which are in order and do not overlap."""
    pieces, at = [], 0
    for mark in marks:
        pieces += [Piece(text[at : mark["start"]], False), Piece(text[mark["start"] : mark["end"]], True)]
        at = mark["end"]
    return [piece for piece in [*pieces, Piece(text[at:], False)] if piece.text]


async def _recent(request: Request) -> list[Group]:
    """Return the chats that changed last, for whoever has not typed yet."""
    db: Database = request.app.state.db
    newest = await session.list_page(db, limit=_RECENT)
    return [Group(one.id, [Piece(one.title or "New chat", False)], "", []) for one in newest]


def _address(words: str, chat: str, **more: str) -> str:
    return "/search?" + urlencode({"q": words, **({"chat": chat} if chat else {}), **more})
