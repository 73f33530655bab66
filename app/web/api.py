"""JSON under /api: sessions and models. The chat itself is in `chat.py`."""

import base64
import binascii
import json
import re
from datetime import datetime
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import execution, session
from app.web import body, wire
from app.web.query import flag, whole

MESSAGES_A_PAGE = 200
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


async def models(request: Request) -> Response:
    """GET /api/models."""
    known = await request.app.state.engine.models()
    shown = wire.ModelsOut.model_validate(known).json_ready()
    if known.warning:
        shown["warning"] = known.warning
    return JSONResponse(shown)


async def list_sessions(request: Request) -> Response:
    """GET /api/sessions?archived=&workspaceId=&pinned=&temporary=&limit=&cursor="""
    query = request.query_params
    limit = whole(query.get("limit", "200"), "limit", 1, 200)
    before_at, before_id = _read_cursor(query.get("cursor"))
    found = await session.list_page(
        _db(request),
        archived=flag(query.get("archived", "false"), "archived"),
        workspace_id=query.get("workspaceId"),
        before_at=before_at,
        before_id=before_id,
        limit=limit,
        pinned=flag(query["pinned"], "pinned") if "pinned" in query else None,
        temporary=flag(query.get("temporary", "false"), "temporary"),
    )
    cursor = _cursor(found[-1]) if len(found) == limit else None
    running = await execution.active_threads(_db(request))
    shown = [_shown(row) | {"running": row.id in running} for row in found]
    return JSONResponse({"sessions": shown, "nextCursor": cursor})


async def create_session(request: Request) -> Response:
    """POST /api/sessions."""
    asked = await body.read(request, wire.SessionCreate)
    id = asked.id or uuid4().hex
    created = await session.open_(
        _db(request), id, asked.title, asked.workspace_id, asked.metadata, asked.temporary
    )
    if not created:
        raise Refused(
            409, "session_exists", "There is a session with this id already. Load it, or choose another id."
        )
    return JSONResponse(_shown(await session.load(_db(request), id)), status_code=201)


async def load_session(request: Request) -> Response:
    """GET /api/sessions/:id?before=&limit= with its newest messages, oldest first."""
    id, query = path_id(request), request.query_params
    limit = whole(query.get("limit", str(MESSAGES_A_PAGE)), "limit", 1, 1000)
    before = whole(query["before"], "before", 1, 2**63 - 1) if "before" in query else None
    async with _db(request).snapshot() as db:
        stored = await session.load(db, id)
        running = await execution.running(db, id)
        messages = await execution.transcript(db, id, before=before, limit=limit)
        beside = await session.page(db, id)
    return JSONResponse(
        _shown(stored)
        | {
            "messages": [wire.MessageOut.model_validate(message).json_ready() for message in messages],
            "nextBefore": messages[0].position
            if len(messages) == limit and messages[0].position > 1
            else None,
            "running": running is not None,
            "draft": beside.draft if beside else "",
        }
    )


async def save_session(request: Request) -> Response:
    """PUT /api/sessions/:id."""
    db, id = _db(request), path_id(request)
    asked = await body.read(request, wire.SessionSave)
    try:
        await session.save(
            db, id, asked.revision, asked.title, asked.workspace_id, asked.metadata, asked.feedback
        )
    except Refused as refusal:
        raise await _with_stored(db, id, refusal) from None
    return JSONResponse(_shown(await session.load(db, id)))


async def patch_session(request: Request) -> Response:
    """PATCH /api/sessions/:id. A read mark is kept beside the session: the rest is one write."""
    db, id = _db(request), path_id(request)
    asked = await body.read(request, wire.SessionPatch)
    try:
        await session.patch(
            db, id, asked.revision, title=asked.title, archived=asked.archived, pinned=asked.pinned
        )
    except Refused as refusal:
        raise await _with_stored(db, id, refusal) from None
    if asked.unread is False:
        await session.mark_read(db, id)
    return JSONResponse(_shown(await session.load(db, id)))


async def delete_session(request: Request) -> Response:
    """DELETE /api/sessions/:id?revision="""
    db, id, query = _db(request), path_id(request), request.query_params
    revision = whole(query["revision"], "revision", 1, 2**63 - 1) if "revision" in query else None
    try:
        await session.remove(db, id, revision)
    except Refused as refusal:
        raise await _with_stored(db, id, refusal) from None
    request.app.state.engine.abort(id)
    return Response(status_code=204)


async def choose_version(request: Request) -> Response:
    """POST /api/sessions/:id/versions: show another version of an answer. Refused 404, 409."""
    db, id = _db(request), path_id(request)
    asked = await body.read(request, wire.VersionChoice)
    try:
        await execution.choose_version(db, id, asked.message_id, asked.revision)
    except Refused as refusal:
        raise await _with_stored(db, id, refusal) from None
    return JSONResponse(_shown(await session.load(db, id)))


async def save_draft(request: Request) -> Response:
    """PUT /api/sessions/:id/draft."""
    id = path_id(request)
    asked = await body.read(request, wire.DraftIn)
    saved = await session.save_draft(_db(request), id, asked.text, asked.draft_id)
    return JSONResponse({"saved": saved})


async def fork_session(request: Request) -> Response:
    """POST /api/sessions/:id/fork."""
    db, id = _db(request), path_id(request)
    asked = await body.read(request, wire.ForkIn)
    new_id = asked.id or uuid4().hex
    made = await session.fork(db, id, new_id, asked.message_id)
    return JSONResponse(_shown(await session.load(db, new_id)), status_code=201 if made else 200)


def path_id(request: Request, name: str = "id") -> str:
    """Return an id in the address, the session's by default. Refused 400 when it cannot be one."""
    id: str = request.path_params[name]
    if not _ID.fullmatch(id):
        raise Refused(400, "invalid_id", "An id has 1 to 64 characters out of A-Z, a-z, 0-9, _ and -.")
    return id


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db


def _shown(row: session.Session) -> dict[str, object]:
    return wire.SessionOut.model_validate(row).json_ready()


async def _with_stored(db: Database, id: str, refusal: Refused) -> Refused:
    """Add the stored session to a revision conflict, so that its reader can compare."""
    if refusal.code != "revision_conflict":
        return refusal
    stored = _shown(await session.load(db, id))
    return Refused(refusal.status, refusal.code, refusal.message, {"session": stored})


def _cursor(row: session.Session) -> str:
    return base64.urlsafe_b64encode(json.dumps([row.updated_at.isoformat(), row.id]).encode()).decode()


def _read_cursor(cursor: str | None) -> tuple[datetime | None, str | None]:
    if cursor is None:
        return None, None
    try:
        at, id = json.loads(base64.b64decode(cursor, altchars=b"-_", validate=True))
        return datetime.fromisoformat(at), str(id)
    except (binascii.Error, ValueError, TypeError):
        raise Refused(
            400, "invalid_cursor", "cursor: use the nextCursor of an earlier page as it is."
        ) from None
