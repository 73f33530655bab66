"""Messages that wait for their turn, over JSON: seen, changed and taken back until they are taken."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import execution, session
from app.web import body, parts, wire
from app.web.api import path_id
from app.web.query import whole


async def list_queued(request: Request) -> Response:
    """GET /api/chat/:id/queue, first in line first."""
    db, id = _db(request), path_id(request)
    await session.load(db, id)
    return JSONResponse({"messages": [_shown(row) for row in await execution.queued(db, id)]})


async def change_queued(request: Request) -> Response:
    """PATCH /api/chat/:id/queue/:messageId. Refused 404, 409 already_taken or revision_conflict."""
    db, id, message_id = _db(request), path_id(request), path_id(request, "message_id")
    asked = await body.read(request, wire.QueuedPatch)
    said = parts.read(asked.parts)
    try:
        changed = await request.app.state.engine.edit_queued(id, message_id, asked.revision, said)
    except Refused as refusal:
        raise await _with_stored(db, id, message_id, refusal) from None
    return JSONResponse(_shown(changed))


async def remove_queued(request: Request) -> Response:
    """DELETE /api/chat/:id/queue/:messageId?revision=. Refused 404, 409 already_taken or revision_conflict."""
    db, id, message_id = _db(request), path_id(request), path_id(request, "message_id")
    query = request.query_params
    revision = whole(query["revision"], "revision", 1, 2**63 - 1) if "revision" in query else None
    try:
        await execution.remove_queued(db, id, message_id, revision)
    except Refused as refusal:
        raise await _with_stored(db, id, message_id, refusal) from None
    return Response(status_code=204)


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db


def _shown(row: execution.Queued) -> dict[str, object]:
    return wire.QueuedOut.model_validate(row).json_ready()


async def _with_stored(db: Database, id: str, message_id: str, refusal: Refused) -> Refused:
    """Add the message as it is stored to a revision conflict, so that its reader can compare."""
    if refusal.code != "revision_conflict":
        return refusal
    stored = [_shown(row) for row in await execution.queued(db, id) if row.id == message_id]
    return Refused(refusal.status, refusal.code, refusal.message, {"message": stored[0] if stored else None})
