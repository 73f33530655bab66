"""The forms under /memories: adding and editing facts, deleting and bringing back, what gives way to what.

Every form works without script.
"""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from app.db import Refused
from app.queries import memory
from app.web import forms, memory_view, render, undo
from app.web import memory_panes as panes
from app.web.memories import OWNER, filters, memory_id
from app.web.query import whole

_CANDIDATES = 8
_SHAPE_OF_IMPORTANCE = "Importance is a number from 0 to 1."
_ADDED = {
    "new": "Added.",
    "replaced": "This key had another value: it is an earlier one now.",
    "known": "This was known already: here it is.",
}
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


@panes.page
async def add(request: Request) -> Response:
    """Ask for a fact, or store it; what is refused stays in the form."""
    if request.method == "GET":
        return _dialog(request, "memories/_add.html", typed=Typed())
    typed = await _typed(request)
    try:
        stored = await memory.learn(
            panes.database(request), OWNER, typed.content, typed.key.strip() or None, _importance(typed)
        )
    except Refused as refusal:
        return _dialog(request, "memories/_add.html", refusal.status, typed=typed, problem=refusal.message)
    assert stored.id is not None
    toast = panes.Toast(_ADDED[stored.outcome])
    return await panes.changed(request, await panes.one(request, stored.id), stored.id, toast, again=True)


@panes.page
async def edit(request: Request) -> Response:
    """Edit a fact in its place. A stale revision shows both versions and keeps what was typed."""
    db, id = panes.database(request), memory_id(request)
    if request.method == "GET":
        return await panes.show(request, await _editing(request, id))
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
        return await panes.show(
            request,
            await _editing(
                request, id, typed, conflict=conflict, problem="" if conflict else refusal.message
            ),
            refusal.status,
        )
    return await panes.changed(request, await panes.one(request, id), id, panes.Toast("Saved."))


@panes.page
async def delete(request: Request) -> Response:
    """Delete a memory at once, with its history; the page can take that back for a while."""
    db, id = panes.database(request), memory_id(request)
    heir = await memory.successor(db, OWNER, id)
    rows = await memory.take(db, OWNER, id)
    pane = await panes.overview(request) if heir is None else await panes.one(request, heir)
    text, _ = memory_view.split(rows[-1]["kind"], rows[-1]["content"])
    stays = " Chats and episodes that say it stay." if rows[-1]["kind"] == "fact" else ""
    told = f"Deleted “{memory_view.brief(text)}”.{stays}"
    toast = panes.Toast(told, "/memories/undo", undo.seal(rows))
    return await panes.changed(request, pane, heir, toast, gone=id)


@panes.page
async def restore(request: Request) -> Response:
    """Bring back what was deleted, unless the same is stored by now."""
    db = panes.database(request)
    rows = undo.unseal(forms.field(await forms.read(request), "token"))
    current = next((row for row in rows if row["superseded_at"] is None), rows[-1])
    id = UUID(current["id"])
    if not await memory.restore(db, OWNER, rows, keep_seq=True):
        toast = panes.Toast("Not brought back: a memory that says the same is there by now.")
        return await panes.changed(
            request, await panes.overview(request), None, toast, again=True, undone=True
        )
    id = await memory.successor(db, OWNER, id) or id
    pane = await panes.one(request, id)
    return await panes.changed(request, pane, id, panes.Toast("Brought back."), again=True, undone=True)


@panes.page
async def give_way(request: Request) -> Response:
    """Choose the fact that took the place of another; make it so."""
    db, id = panes.database(request), memory_id(request)
    if request.method == "GET":
        pane = await panes.one(request, id) | await _candidates(request, id)
        if render.wants_fragment(request):
            return render.respond(request, "memories/_candidates.html", **pane, **panes.around(request))
        return await panes.show(request, pane)
    chosen = forms.field(await forms.read(request), "successor")
    try:
        successor = UUID(chosen)
    except ValueError:
        raise Refused(422, "out_of_range", "Choose the fact that takes its place.") from None
    await memory.replace_by(db, OWNER, id, successor)
    toast = panes.Toast("Kept as an earlier value of this fact.", f"/memories/{id}/reinstate")
    return await panes.changed(request, await panes.one(request, successor), successor, toast, gone=id)


@panes.page
async def reinstate(request: Request) -> Response:
    """Make an earlier value a fact of its own again: asked for in a history, or to undo that it gave way."""
    db, id = panes.database(request), memory_id(request)
    undone = bool(forms.field(await forms.read(request), "undo"))
    await memory.reinstate(db, OWNER, id)
    toast = panes.Toast("A fact of its own again.")
    return await panes.changed(request, await panes.one(request, id), id, toast, again=True, undone=undone)


@panes.page
async def clear(request: Request) -> Response:
    """Ask whether all that the filters pick out shall go, with their number; delete them."""
    if request.method == "GET":
        return await _clearing(request)
    given = forms.field(await forms.read(request), "expected")
    expected = whole(given, "expected", 0, 2**63 - 1)
    try:
        await memory.forget_matching(panes.database(request), OWNER, expected, **filters(request))
    except Refused as refusal:
        if refusal.code != "count_changed":
            raise
        return await _clearing(request, 409, expected=expected)
    toast = panes.Toast(f"Deleted {expected:,} {'memory' if expected == 1 else 'memories'}.")
    return await panes.changed(request, await panes.overview(request), None, toast, again=True)


async def _editing(
    request: Request, id: UUID, typed: Typed | None = None, *, conflict: bool = False, problem: str = ""
) -> dict[str, Any]:
    """Return the pane of a fact with its form; an episode has none and is shown instead."""
    pane = await panes.one(request, id)
    stored: memory.Memory = pane["memory"]
    if stored.kind != "fact":
        return pane
    kept = Typed(stored.content, stored.key or "", f"{stored.importance:g}", str(stored.revision))
    typed = kept if typed is None else replace(typed, revision=kept.revision if conflict else typed.revision)
    return pane | {"pane": "edit", "typed": typed, "conflict": conflict, "problem": problem}


async def _candidates(request: Request, id: UUID) -> dict[str, Any]:
    """Return the facts that may have taken a fact's place: those that were searched for, or talk about the same."""
    db, words = panes.database(request), request.query_params.get("with", "").strip()
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
    counts = await panes.count(request, chosen)
    return _dialog(request, "memories/_clear.html", status, counts=counts, filters=chosen, expected=expected)


def _dialog(request: Request, name: str, status: int = 200, **context: Any) -> Response:
    context = {"problem": "", **context, **panes.around(request)}
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
