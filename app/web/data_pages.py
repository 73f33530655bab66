"""The pages /settings/data and /settings/cleanup: taking everything along, and clearing up what is left over.

Every form works without script. Nothing is cleaned up before its owner saw what, by number.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from app.db import Database, Refused
from app.queries import data
from app.transfer import cleanup
from app.transfer.cleanup import Plan
from app.transfer.export import export
from app.vault import Vault
from app.web import forms, rail, render
from app.web.pages import page

#: Days after which archived chats may go, and how a page says it.
AGES = {
    "": "Leave them",
    "365": "Delete after a year",
    "180": "Delete after half a year",
    "90": "Delete after three months",
    "30": "Delete after a month",
    "0": "Delete all of them",
}


@dataclass(frozen=True)
class Found:
    """Something that a clean-up finds, in words, and what becomes of it."""

    count: int
    words: str
    fate: str


@page
async def show(request: Request) -> Response:
    """What there is, how it is taken along, and where to clean up."""
    return render.respond(
        request, "data/page.html", totals=await data.totals(_db(request)), rail=await _rail(request)
    )


@page
async def download(request: Request) -> Response:
    """GET /settings/data/export: everything as one file; one at a time, for it holds a connection."""
    state = request.app.state
    if getattr(state, "exporting", False):
        raise Refused(
            409, "export_running", "An export is being downloaded already. Wait until it is complete."
        )
    state.exporting = True
    pieces = _pieces(request)
    try:
        first = await anext(pieces)
    except BaseException:
        state.exporting = False
        raise
    return _Download(first, pieces, request)


@page
async def look(request: Request) -> Response:
    """GET /settings/cleanup: what a clean-up would find; as a fragment that alone."""
    plan = _plan(dict(request.query_params))
    if not render.wants_fragment(request):
        return await _respond(request, "data/cleanup.html", plan)
    response = await _respond(request, "data/_found.html", plan)
    response.headers["HX-Replace-Url"] = f"{request.url.path}?{request.url.query}"
    return response


@page
async def run(request: Request) -> Response:
    """Ask whether to clean up, with the numbers; do it when they still hold."""
    if request.method == "GET":
        return await _ask(request, _plan(dict(request.query_params)))
    form = await forms.read(request)
    plan = _plan({name: forms.field(form, name) for name in ("orphans", "archived")})
    if forms.field(form, "expected") != _signature(await cleanup.preview(_db(request), plan)):
        return await _ask(request, plan, 409, changed=True)
    folder = request.app.state.settings.data_dir / "backups"
    try:
        outcome = await cleanup.clean_up(_db(request), plan, folder, shown=_vault(request).redact)
    except OSError as error:
        problem = f"The backup could not be written to {folder}, so nothing was deleted: {error.strerror}."
        return await _respond(request, "data/cleanup.html", plan, 503, problem=problem)
    told = cleanup.told(outcome)
    return render.respond(request, "data/done.html", outcome=outcome, told=told, rail=await _rail(request))


async def _ask(request: Request, plan: Plan, status: int = 200, *, changed: bool = False) -> Response:
    if render.wants_fragment(request):
        return await _respond(request, "data/_ask.html", plan, status, changed=changed)
    return await _respond(request, "data/alone.html", plan, status, changed=changed)


async def _respond(request: Request, name: str, plan: Plan, status: int = 200, **more: Any) -> Response:
    counts = await cleanup.preview(_db(request), plan)
    found = [
        Found(count, cleanup.counted(what, count).split(" ", 1)[1], cleanup.fate(what, plan))
        for what, count in counts.items()
    ]
    context: dict[str, Any] = {
        "found": found,
        "signature": _signature(counts),
        "orphans": "adopt" if plan.adopt else "delete",
        "archived": "" if plan.archived_days is None else str(plan.archived_days),
        "ages": AGES,
        "problem": "",
        "rail": await _rail(request),
    } | more
    return render.respond(request, name, status=status, **context)


def _plan(given: dict[str, str]) -> Plan:
    orphans, archived = given.get("orphans") or "adopt", given.get("archived") or ""
    if orphans not in ("adopt", "delete") or archived not in AGES:
        raise Refused(422, "out_of_range", "Choose what to clean up from what the page offers.")
    return Plan(orphans == "adopt", int(archived) if archived else None)


def _signature(counts: dict[str, int]) -> str:
    """Return the counts as they go through a form."""
    return " ".join(f"{what}:{count}" for what, count in counts.items())


class _Download(StreamingResponse):
    """An export on its way. It gives its connection back whoever ends it, and how."""

    def __init__(self, first: bytes, pieces: AsyncGenerator[bytes, None], request: Request) -> None:
        self._pieces = pieces
        self._state = request.app.state
        headers = {
            "Content-Disposition": f'attachment; filename="popagent-{datetime.now(UTC):%Y-%m-%d}.jsonl"',
            "Cache-Control": "no-store",
            "X-Accel-Buffering": "no",
        }
        content = _after(first, pieces) if request.method == "GET" else _after(b"", None)
        super().__init__(content, headers=headers, media_type="application/x-ndjson")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        except ClientDisconnect:
            return
        finally:
            self._state.exporting = False
            await self._pieces.aclose()


async def _pieces(request: Request) -> AsyncGenerator[bytes, None]:
    async with _db(request).snapshot() as view:
        async for piece in export(view, shown=_vault(request).redact):
            yield piece


async def _after(first: bytes, pieces: AsyncIterator[bytes] | None) -> AsyncIterator[bytes]:
    yield first
    if pieces is not None:
        async for piece in pieces:
            yield piece


async def _rail(request: Request) -> rail.Rail:
    return await rail.load(_db(request), current="")


def _vault(request: Request) -> Vault:
    found: Vault = request.app.state.vault
    return found


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
