"""What the pages under /memories are made of: the list, the panes beside it, and what a form changes of them.

A fragment and a full load are made of the same templates.
"""

import asyncio
from dataclasses import dataclass
from functools import wraps
from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import memory
from app.web import memory_view, pages, rail, render
from app.web.memories import OWNER, filters
from app.web.query import whole

_A_PAGE = 50


@dataclass(frozen=True)
class Toast:
    """What was done, told for a while; `undo` is the address that takes it back, `token` what it needs for that."""

    text: str
    undo: str = ""
    token: str = ""


def page(handler: pages.Handler) -> pages.Handler:
    """As `pages.page`; a memory that is not there is told in the place where it would be shown."""

    @wraps(handler)
    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refusal:
            if refusal.code != "memory_not_found":
                raise
            return await show(request, {"pane": "gone", "heading": "Not here"}, 404)

    return pages.page(handle)


async def show(request: Request, pane: dict[str, Any], status: int = 200, **more: Any) -> Response:
    """Return the page, or to htmx the pane alone; a refusal goes there wherever it was asked for."""
    if render.wants_fragment(request):
        headers = {"HX-Retarget": "#pane", "HX-Reswap": "outerHTML"} if status >= 400 else {}
        context = pane | around(request)
        return render.respond(request, "memories/_pane.html", status=status, headers=headers, **context)
    shown = await asyncio.gather(listing(request), rail.load(database(request), current=""))
    context = shown[0] | {"rail": shown[1], "toast": None} | pane | more
    return render.respond(request, "memories/page.html", status=status, **context)


async def changed(
    request: Request,
    pane: dict[str, Any],
    id: UUID | None,
    toast: Toast,
    *,
    gone: UUID | None = None,
    again: bool = False,
    undone: bool = False,
) -> Response:
    """Show what a form changed: the pane, its row, the counts and a word about it; the list `again` if need be."""
    address = f"/memories{f'/{id}' if id else ''}{query(request)}"
    if not render.wants_fragment(request):
        if toast.undo:
            return await show(request, pane, toast=toast)
        return render.go_to(request, address)
    context = await listing(request) | pane
    again = again or not context["rows"]
    row = memory_view.row(pane["memory"]) if "memory" in pane else None
    context |= {"toast": toast, "gone": gone, "again": again, "row": row, "undone": undone}
    context |= {"shown": str(id or ""), "focus": True}
    return render.respond(request, "memories/changed.html", headers={"HX-Push-Url": address}, **context)


async def listing(request: Request) -> dict[str, Any]:
    """Return the first page of the list, and how many memories its filters pick out."""
    chosen = filters(request)
    rows, counts = await asyncio.gather(page_of_rows(request), count(request, chosen))
    return {**rows, "counts": counts}


async def page_of_rows(request: Request) -> dict[str, Any]:
    """Return the rows of the list from a cursor on, and the address of what follows."""
    cursor = request.query_params.get("cursor")
    before = None if cursor is None else whole(cursor, "cursor", 1, 2**63 - 1)
    chosen = filters(request)
    found = await memory.list_page(database(request), OWNER, **chosen, before_seq=before, limit=_A_PAGE)
    more = memory_view.query(chosen, cursor=found[-1].seq) if len(found) == _A_PAGE else ""
    return {"rows": [memory_view.row(one) for one in found], "more": more, **around(request)}


async def count(request: Request, chosen: dict[str, Any]) -> memory_view.Counts:
    """Return how many memories filters pick out."""
    found = await memory.count_matching(database(request), OWNER, **chosen)
    return memory_view.Counts(found.facts, found.episodes)


async def overview(request: Request, question: str = "", *, over: bool = False) -> dict[str, Any]:
    """Return the pane that is shown while no memory is; `over` where there is room for one thing only."""
    all_of_them = dict.fromkeys(filters(request))
    weeks, counts, recalled = await asyncio.gather(
        memory.growth(database(request), OWNER),
        count(request, all_of_them),
        would_recall(request, question),
    )
    return {
        "pane": "overview",
        "heading": "What would be recalled" if over else "Memories",
        "over": over,
        "growth": memory_view.growth(weeks),
        "stored": counts,
        **recalled,
    }


async def would_recall(request: Request, question: str) -> dict[str, Any]:
    """Return what a turn that asks this would be given, found as a turn finds it."""
    found = await request.app.state.engine.would_recall(OWNER, question) if question.strip() else []
    shown = memory_view.recalled(found)
    return {"question": question, "recalled": shown, "parts": memory_view.parts_of(shown)}


async def one(request: Request, id: UUID) -> dict[str, Any]:
    """Return the pane of one memory. Refused 404 memory_not_found."""
    db = database(request)
    found = await memory.load(db, OWNER, id)
    earlier, origin = await asyncio.gather(memory.earlier(db, OWNER, id), memory_view.origin(db, found))
    text, answer = memory_view.split(found.kind, found.content)
    return {
        "pane": "memory",
        "heading": found.key or memory_view.brief(text),
        "memory": found,
        "text": text,
        "answer": answer,
        "weight": memory_view.weight(found.importance),
        "origin": origin,
        "earlier": earlier,
        "candidates": None,
    }


def around(request: Request) -> dict[str, Any]:
    """Return what every template needs: the filters, as they are and as an address, and the memory shown."""
    shown = request.path_params.get("id", "")
    return {"filters": filters(request), "query": query(request), "shown": shown, "focus": False}


def query(request: Request) -> str:
    """Return the filters as they stand in addresses."""
    return memory_view.query(filters(request))


def database(request: Request) -> Database:
    """Return the application's database."""
    db: Database = request.app.state.db
    return db
