"""JSON under /api/hooks, and the runs of hooks in a session or a task."""

from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import hook, session, task
from app.web import api, body, tasks, wire_hooks
from app.web.query import whole


async def list_hooks(request: Request) -> Response:
    """GET /api/hooks, in the order of events and places."""
    return JSONResponse(
        {"hooks": [_shown(each) for each in await hook.hooks(_db(request))], "nextCursor": None}
    )


async def create_hook(request: Request) -> Response:
    """POST /api/hooks. Refused 422 out_of_range, invalid_argv, invalid_url or unknown_secret."""
    asked = await body.read(request, wire_hooks.HookIn)
    id = await request.app.state.hooks.create(asked.model_dump())
    return JSONResponse(_shown(await load(request, id)), status_code=201)


async def load_hook(request: Request) -> Response:
    """GET /api/hooks/:id."""
    return JSONResponse(_shown(await load(request, hook_id(request))))


async def change_hook(request: Request) -> Response:
    """PATCH /api/hooks/:id. Refused 404, 409 revision_conflict with the stored hook, 422."""
    id = hook_id(request)
    asked = await body.read(request, wire_hooks.HookPatch)
    try:
        await request.app.state.hooks.change(id, asked.revision, asked.changes())
    except Refused as refusal:
        raise await _with_stored(request, id, refusal) from None
    return JSONResponse(_shown(await load(request, id)))


async def delete_hook(request: Request) -> Response:
    """DELETE /api/hooks/:id?revision=. Its runs stay in the audit."""
    id, query = hook_id(request), request.query_params
    revision = whole(query["revision"], "revision", 1, 2**63 - 1) if "revision" in query else None
    try:
        await hook.remove_hook(_db(request), id, revision)
    except Refused as refusal:
        raise await _with_stored(request, id, refusal) from None
    return Response(status_code=204)


async def move_hook(request: Request) -> Response:
    """POST /api/hooks/:id/move."""
    id = hook_id(request)
    asked = await body.read(request, wire_hooks.HookMove)
    await hook.move_hook(_db(request), id, asked.up)
    return JSONResponse(_shown(await load(request, id)))


async def test_hook(request: Request) -> Response:
    """POST /api/hooks/:id/test: run it once on a sample."""
    asked = await body.read(request, wire_hooks.HookTest)
    ran = await request.app.state.hooks.try_out(hook_id(request), asked.payload)
    return JSONResponse(wire_hooks.TestOut.model_validate(ran).json_ready())


async def runs_of_hook(request: Request) -> Response:
    """GET /api/hooks/:id/runs?limit=, newest first."""
    limit = whole(request.query_params.get("limit", "100"), "limit", 1, 500)
    found = await hook.runs(_db(request), hook_id=hook_id(request), limit=limit)
    return JSONResponse({"runs": [_run(each) for each in found], "nextCursor": None})


async def runs_of_session(request: Request) -> Response:
    """GET /api/sessions/:id/hooks?limit=&cursor=, in their order. Refused 404 session_not_found."""
    id = api.path_id(request)
    await session.load(_db(request), id)
    return await _page(request, session_id=id)


async def runs_of_task(request: Request) -> Response:
    """GET /api/tasks/:id/hooks?limit=&cursor=, in their order. Refused 404 task_not_found."""
    id = tasks.task_id(request)
    await task.load(_db(request), id)
    return await _page(request, task_id=id)


async def load(request: Request, id: UUID) -> hook.Hook:
    """Return a hook. Refused 404 hook_not_found."""
    found = await hook.hooks(_db(request), id=id)
    if not found:
        raise Refused(404, "hook_not_found", "There is no hook with this id. It may have been deleted.")
    return found[0]


def hook_id(request: Request) -> UUID:
    """Return the hook's id in the address. Refused 400 when it cannot be one."""
    try:
        return UUID(request.path_params["id"])
    except ValueError:
        raise Refused(400, "invalid_id", "The id of a hook is a UUID.") from None


async def _page(request: Request, **of: Any) -> Response:
    query = request.query_params
    limit = whole(query.get("limit", "100"), "limit", 1, 500)
    after = whole(query.get("cursor", "0"), "cursor", 0, 2**63 - 1)
    found = await hook.runs(_db(request), after=after, limit=limit, **of)
    following = str(found[-1].id) if len(found) == limit else None
    return JSONResponse({"runs": [_run(each) for each in found], "nextCursor": following})


async def _with_stored(request: Request, id: UUID, refusal: Refused) -> Refused:
    """Give a revision conflict the stored hook, so that its reader can compare."""
    if refusal.code != "revision_conflict":
        return refusal
    stored = _shown(await load(request, id))
    return Refused(refusal.status, refusal.code, "revision conflict", {"hook": stored})


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db


def _shown(row: hook.Hook) -> dict[str, Any]:
    return wire_hooks.HookOut.model_validate(row).json_ready()


def _run(row: hook.HookRun) -> dict[str, Any]:
    return wire_hooks.RunOut.model_validate(row).json_ready()
