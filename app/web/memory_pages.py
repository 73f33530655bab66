"""The pages under /memories: a list that can be searched, and beside it one memory, or what recall would find.

Every form works without script. With htmx the pane, the list or a row come back alone; a fragment
and a full load are made of the same templates.
"""

import asyncio
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import execution, memory
from app.web import forms, memory_view, pages, rail, render, undo
from app.web.memories import OWNER, filters, memory_id
from app.web.query import whole

_A_PAGE = 50
_CANDIDATES = 8
_SHAPE_OF_IMPORTANCE = "Importance is a number from 0 to 1."
_KNOWN = "This was known already: here it is, with its earlier values."
_DELETED_MEANWHILE = (
    "This fact was deleted elsewhere while you were typing."
    " Your text is here: add it as a new fact, or cancel."
)


@dataclass(frozen=True)
class Typed:
    """What someone typed into the form of a fact."""

    content: str = ""
    key: str = ""
    importance: str = "0.5"
    revision: str = ""


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
            return await _show(request, {"pane": "gone", "heading": "Not here"}, 404)

    return pages.page(handle)


@page
async def index(request: Request) -> Response:
    """The list with an overview beside it; as a fragment the list, or the page of it that follows a row."""
    if not render.wants_fragment(request):
        return await _show(request, await _overview(request))
    if "cursor" in request.query_params:
        return render.respond(request, "memories/_rows.html", **await _rows(request))
    headers = {"HX-Replace-Url": memory_view.address(request, filters(request))}
    return render.respond(request, "memories/_list.html", headers=headers, **await _list(request))


@page
async def overview(request: Request) -> Response:
    """What is shown while no memory is: for closing one without losing one's place in the list."""
    return await _show(request, await _overview(request))


@page
async def recall(request: Request) -> Response:
    """What would be recalled for a question. Without one, the overview with its box."""
    question = request.query_params.get("q")
    if question is None or not render.wants_fragment(request):
        return await _show(request, await _overview(request, question or "", over=True))
    address = "/memories/recall" + memory_view.query(filters(request), q=question)
    context = await _recalled(request, question) | _around(request)
    return render.respond(request, "memories/_recalled.html", headers={"HX-Replace-Url": address}, **context)


@page
async def show(request: Request) -> Response:
    """One memory. An earlier value leads to the fact that took its place."""
    id = memory_id(request)
    heir = await memory.successor(_db(request), OWNER, id)
    if heir is not None:
        return render.go_to(request, f"/memories/{heir}{_query(request)}")
    return await _show(request, await _memory(request, id))


@page
async def add(request: Request) -> Response:
    """Ask for a fact, or store it; what is refused stays in the form."""
    if request.method == "GET":
        return _dialog(request, "memories/_add.html", typed=Typed())
    typed = await _typed(request)
    try:
        stored = await memory.remember(
            _db(request), OWNER, typed.content, typed.key.strip() or None, _importance(typed), None
        )
    except Refused as refusal:
        return _dialog(request, "memories/_add.html", refusal.status, typed=typed, problem=refusal.message)
    assert stored.id is not None
    toast = Toast("Added." if stored.created else _KNOWN)
    return await _changed(request, await _memory(request, stored.id), stored.id, toast, again=True)


@page
async def edit(request: Request) -> Response:
    """Edit a fact in its place. A stale revision shows both versions and keeps what was typed."""
    db, id = _db(request), memory_id(request)
    if request.method == "GET":
        return await _show(request, await _editing(request, id))
    typed = await _typed(request)
    revision = whole(typed.revision, "revision", 1, 2**63 - 1)
    try:
        await memory.update_fact(
            db,
            OWNER,
            id,
            revision,
            typed.content,
            typed.key.strip() or None,
            _importance(typed),
            remove_key=not typed.key.strip(),
        )
    except Refused as refusal:
        if refusal.status == 404:
            return _dialog(request, "memories/_add.html", 409, typed=typed, problem=_DELETED_MEANWHILE)
        conflict = refusal.code == "revision_conflict"
        return await _show(
            request,
            await _editing(
                request, id, typed, conflict=conflict, problem="" if conflict else refusal.message
            ),
            refusal.status,
        )
    return await _changed(request, await _memory(request, id), id, Toast("Saved."))


@page
async def delete(request: Request) -> Response:
    """Delete a memory at once, with its history; the page can take that back for a while."""
    db, id = _db(request), memory_id(request)
    heir = await memory.successor(db, OWNER, id)
    rows = await memory.take(db, OWNER, id)
    pane = await _overview(request) if heir is None else await _memory(request, heir)
    text, _ = memory_view.split(rows[-1]["kind"], rows[-1]["content"])
    toast = Toast(f"Deleted “{memory_view.brief(text)}”", "/memories/undo", undo.seal(rows))
    return await _changed(request, pane, heir, toast, gone=id)


@page
async def restore(request: Request) -> Response:
    """Bring back what was deleted, unless the same is stored by now."""
    db = _db(request)
    rows = undo.unseal(forms.field(await forms.read(request), "token"))
    current = next((row for row in rows if row["superseded_at"] is None), rows[-1])
    id = UUID(current["id"])
    if not await memory.restore(db, OWNER, rows, keep_seq=True):
        toast = Toast("Not brought back: a memory that says the same is there by now.")
        return await _changed(request, await _overview(request), None, toast, again=True, undone=True)
    id = await memory.successor(db, OWNER, id) or id
    pane = await _memory(request, id)
    return await _changed(request, pane, id, Toast("Brought back."), again=True, undone=True)


@page
async def give_way(request: Request) -> Response:
    """Choose the fact that took the place of another; make it so."""
    db, id = _db(request), memory_id(request)
    if request.method == "GET":
        pane = await _memory(request, id) | await _candidates(request, id)
        if render.wants_fragment(request):
            return render.respond(request, "memories/_candidates.html", **pane, **_around(request))
        return await _show(request, pane)
    chosen = forms.field(await forms.read(request), "successor")
    try:
        successor = UUID(chosen)
    except ValueError:
        raise Refused(422, "out_of_range", "Choose the fact that takes its place.") from None
    await memory.replace_by(db, OWNER, id, successor)
    toast = Toast("Kept as an earlier value of this fact.", f"/memories/{id}/reinstate")
    return await _changed(request, await _memory(request, successor), successor, toast, gone=id)


@page
async def reinstate(request: Request) -> Response:
    """Make an earlier value a fact of its own again: asked for in a history, or to undo that it gave way."""
    db, id = _db(request), memory_id(request)
    undone = bool(forms.field(await forms.read(request), "undo"))
    await memory.reinstate(db, OWNER, id)
    toast = Toast("A fact of its own again.")
    return await _changed(request, await _memory(request, id), id, toast, again=True, undone=undone)


@page
async def clear(request: Request) -> Response:
    """Ask whether all that the filters pick out shall go, with their number; delete them."""
    if request.method == "GET":
        return await _clearing(request)
    given = forms.field(await forms.read(request), "expected")
    expected = whole(given, "expected", 0, 2**63 - 1)
    try:
        await memory.forget_matching(_db(request), OWNER, expected, **filters(request))
    except Refused as refusal:
        if refusal.code != "count_changed":
            raise
        return await _clearing(request, 409, expected=expected)
    toast = Toast(f"Deleted {expected:,} {'memory' if expected == 1 else 'memories'}.")
    return await _changed(request, await _overview(request), None, toast, again=True)


@page
async def given(request: Request) -> Response:
    """The memories that one answer was given; as a fragment the list alone."""
    id = memory_id(request)
    stored = await execution.given(_db(request), OWNER, id)
    left = [(memory_view.row(one), one.changed) for one in stored if one.content is not None]
    context: dict[str, Any] = {"given": left, "deleted": len(stored) - len(left)}
    if render.wants_fragment(request):
        return render.respond(request, "memories/_given.html", **context, **_around(request))
    return await _show(request, {"pane": "given", "heading": "Given to an answer", **context})


async def _show(request: Request, pane: dict[str, Any], status: int = 200, **more: Any) -> Response:
    """Return the page, or to htmx the pane alone; a refusal goes there wherever it was asked for."""
    if render.wants_fragment(request):
        headers = {"HX-Retarget": "#pane", "HX-Reswap": "outerHTML"} if status >= 400 else {}
        context = pane | _around(request)
        return render.respond(request, "memories/_pane.html", status=status, headers=headers, **context)
    shown = await asyncio.gather(_list(request), rail.load(_db(request), current=""))
    context = shown[0] | {"rail": shown[1], "toast": None} | pane | more
    return render.respond(request, "memories/page.html", status=status, **context)


async def _changed(
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
    address = f"/memories{f'/{id}' if id else ''}{_query(request)}"
    if not render.wants_fragment(request):
        if toast.undo:
            return await _show(request, pane, toast=toast)
        return render.go_to(request, address)
    context = await _list(request) | pane
    again = again or not context["rows"]
    row = memory_view.row(pane["memory"]) if "memory" in pane else None
    context |= {"toast": toast, "gone": gone, "again": again, "row": row, "undone": undone}
    context |= {"shown": str(id or ""), "focus": True}
    return render.respond(request, "memories/changed.html", headers={"HX-Push-Url": address}, **context)


async def _list(request: Request) -> dict[str, Any]:
    """Return the first page of the list, and how many memories its filters pick out."""
    chosen = filters(request)
    rows, counts = await asyncio.gather(_rows(request), _counts(request, chosen))
    return {**rows, "counts": counts}


async def _rows(request: Request) -> dict[str, Any]:
    cursor = request.query_params.get("cursor")
    before = None if cursor is None else whole(cursor, "cursor", 1, 2**63 - 1)
    chosen = filters(request)
    found = await memory.list_page(_db(request), OWNER, **chosen, before_seq=before, limit=_A_PAGE)
    more = memory_view.query(chosen, cursor=found[-1].seq) if len(found) == _A_PAGE else ""
    return {"rows": [memory_view.row(one) for one in found], "more": more, **_around(request)}


async def _counts(request: Request, chosen: dict[str, Any]) -> memory_view.Counts:
    async def count(kind: str) -> int:
        if chosen["kind"] not in (None, kind):
            return 0
        return await memory.count_matching(_db(request), OWNER, **{**chosen, "kind": kind})

    return memory_view.Counts(*await asyncio.gather(count("fact"), count("episode")))


async def _overview(request: Request, question: str = "", *, over: bool = False) -> dict[str, Any]:
    """Return the pane that is shown while no memory is; `over` where there is room for one thing only."""
    all_of_them = dict.fromkeys(filters(request))
    weeks, counts, recalled = await asyncio.gather(
        memory.growth(_db(request), OWNER),
        _counts(request, all_of_them),
        _recalled(request, question),
    )
    return {
        "pane": "overview",
        "heading": "What would be recalled" if over else "Memories",
        "over": over,
        "growth": memory_view.growth(weeks),
        "stored": counts,
        **recalled,
    }


async def _recalled(request: Request, question: str) -> dict[str, Any]:
    """Return what a turn that asks this would be given, found as a turn finds it."""
    found = await request.app.state.engine.would_recall(OWNER, question) if question.strip() else []
    shown = memory_view.recalled(found)
    return {"question": question, "recalled": shown, "parts": memory_view.parts_of(shown)}


async def _memory(request: Request, id: UUID) -> dict[str, Any]:
    """Return the pane of one memory. Refused 404 memory_not_found."""
    db = _db(request)
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


async def _editing(
    request: Request, id: UUID, typed: Typed | None = None, *, conflict: bool = False, problem: str = ""
) -> dict[str, Any]:
    """Return the pane of a fact with its form; an episode has none and is shown instead."""
    pane = await _memory(request, id)
    stored: memory.Memory = pane["memory"]
    if stored.kind != "fact":
        return pane
    kept = Typed(stored.content, stored.key or "", f"{stored.importance:g}", str(stored.revision))
    typed = kept if typed is None else replace(typed, revision=kept.revision if conflict else typed.revision)
    return pane | {"pane": "edit", "typed": typed, "conflict": conflict, "problem": problem}


async def _candidates(request: Request, id: UUID) -> dict[str, Any]:
    """Return the facts that may have taken a fact's place: those that were searched for, or talk about the same."""
    db, words = _db(request), request.query_params.get("with", "").strip()
    found: list[Any]
    if words:
        found = await memory.list_page(db, OWNER, kind="fact", search=words, limit=_CANDIDATES + 1)
    else:
        asked = (await memory.load(db, OWNER, id)).content
        found = [one for one in await memory.recall(db, OWNER, asked, 50) if one.kind == "fact"]
    rows = [memory_view.row(one) for one in found if one.id != id][:_CANDIDATES]
    return {"candidates": rows, "words": words}


async def _clearing(request: Request, status: int = 200, expected: int | None = None) -> Response:
    chosen = filters(request)
    counts = await _counts(request, chosen)
    return _dialog(request, "memories/_clear.html", status, counts=counts, filters=chosen, expected=expected)


def _dialog(request: Request, name: str, status: int = 200, **context: Any) -> Response:
    context = {"problem": "", **context, **_around(request)}
    if render.wants_fragment(request):
        headers = {"HX-Retarget": "#dialog", "HX-Reswap": "innerHTML"}
        return render.respond(request, name, status=status, headers=headers, **context)
    return render.respond(request, "memories/alone.html", status=status, dialog=name, **context)


async def _typed(request: Request) -> Typed:
    form = await forms.read(request)
    content = forms.field(form, "content").replace("\r\n", "\n")
    return Typed(content, *(forms.field(form, name) for name in ("key", "importance", "revision")))


def _importance(typed: Typed) -> float:
    try:
        return float(typed.importance.replace(",", "."))
    except ValueError:
        raise Refused(422, "importance_out_of_range", _SHAPE_OF_IMPORTANCE) from None


def _around(request: Request) -> dict[str, Any]:
    """Return what every template needs: the filters, as they are and as an address, and the memory shown."""
    shown = request.path_params.get("id", "")
    return {"filters": filters(request), "query": _query(request), "shown": shown, "focus": False}


def _query(request: Request) -> str:
    return memory_view.query(filters(request))


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
