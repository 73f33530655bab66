"""JSON under /api/memories: the owner's view of long-term memory. The resource is always the owner's."""

from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import memory
from app.web import body, wire_memory
from app.web.query import whole

OWNER = "popagent-user"


async def list_memories(request: Request) -> Response:
    """GET /api/memories?kind=&key=&sessionId=&search=&limit=&cursor="""
    query = request.query_params
    limit = whole(query.get("limit", "50"), "limit", 1, 200)
    before = whole(query["cursor"], "cursor", 1, 2**63 - 1) if "cursor" in query else None
    found = await memory.list_page(_db(request), OWNER, **filters(request), before_seq=before, limit=limit)
    cursor = str(found[-1].seq) if len(found) == limit else None
    return JSONResponse({"memories": [_shown(row) for row in found], "nextCursor": cursor})


async def create_memory(request: Request) -> Response:
    """POST /api/memories: store a fact. 200 instead of 201 when it, or its key, was there already."""
    asked = await body.read(request, wire_memory.FactIn)
    importance = asked.importance if asked.importance is not None else 0.5
    stored = await memory.learn(_db(request), OWNER, asked.content, asked.key, importance)
    assert stored.id is not None
    shown = _shown(await memory.load(_db(request), OWNER, stored.id))
    return JSONResponse(shown, status_code=201 if stored.outcome == "new" else 200)


async def load_memory(request: Request) -> Response:
    """GET /api/memories/:id with its earlier values."""
    db, id = _db(request), memory_id(request)
    found = _shown(await memory.load(db, OWNER, id))
    earlier = await memory.earlier(db, OWNER, id)
    return JSONResponse(
        found | {"earlier": [wire_memory.EarlierOut.model_validate(row).json_ready() for row in earlier]}
    )


async def change_memory(request: Request) -> Response:
    """PATCH /api/memories/:id: edit a fact; with `revision`, only if nobody did meanwhile.

    A key that is left out stays; `null` takes it away.
    """
    db, id = _db(request), memory_id(request)
    asked = await body.read(request, wire_memory.FactPatch)
    try:
        await memory.update_fact(
            db,
            OWNER,
            id,
            asked.revision,
            asked.content,
            asked.key,
            asked.importance,
            remove_key="key" in asked.model_fields_set and asked.key is None,
        )
    except Refused as refusal:
        if refusal.code != "revision_conflict":
            raise
        stored = _shown(await memory.load(db, OWNER, id))
        raise Refused(409, "revision_conflict", "revision conflict", {"memory": stored}) from None
    return JSONResponse(_shown(await memory.load(db, OWNER, id)))


async def delete_memory(request: Request) -> Response:
    """DELETE /api/memories/:id: delete a memory with its history."""
    await memory.forget(_db(request), OWNER, memory_id(request))
    return Response(status_code=204)


def filters(request: Request) -> dict[str, Any]:
    """Return the filters in the address. Refused 422 when the kind is no kind."""
    query = request.query_params
    kind = query.get("kind") or None
    if kind not in (None, "fact", "episode"):
        raise Refused(422, "out_of_range", "kind: fact or episode is needed.")
    return {
        "kind": kind,
        "key": query.get("key") or None,
        "session_id": query.get("sessionId") or None,
        "search": query.get("search") or None,
    }


def memory_id(request: Request) -> UUID:
    """Return the memory's id in the address. Refused 400 when it cannot be one."""
    try:
        return UUID(request.path_params["id"])
    except ValueError:
        raise Refused(400, "invalid_id", "The id of a memory is a UUID.") from None


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db


def _shown(row: memory.Memory) -> dict[str, Any]:
    return wire_memory.MemoryOut.model_validate(row).json_ready()
