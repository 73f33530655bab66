"""JSON under /api/schedules: tasks that are made when they are due."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import task, task_schedules
from app.web import body, wire_schedules, wire_tasks
from app.web.query import whole
from app.zone import host_zone


async def list_schedules(request: Request) -> Response:
    """GET /api/schedules, those that are due next first."""
    found = await task_schedules.schedules(_db(request))
    return JSONResponse({"schedules": [_shown(each) for each in found], "nextCursor": None})


async def create_schedule(request: Request) -> Response:
    """POST /api/schedules. Refused 422 invalid_cron, never_due, out_of_range or unknown_workspace."""
    asked = await body.read(request, wire_schedules.ScheduleIn)
    id = await task_schedules.create_schedule(_db(request), asked.model_dump(), host_zone())
    return JSONResponse(_shown(await load(request, id)), status_code=201)


async def load_schedule(request: Request) -> Response:
    """GET /api/schedules/:id with its next five runs."""
    found = await load(request, schedule_id(request))
    runs = await preview(request, found.cron, found.zone) if found.enabled else []
    return JSONResponse(_shown(found) | {"nextRuns": [each.isoformat() for each in runs]})


async def change_schedule(request: Request) -> Response:
    """PATCH /api/schedules/:id. Refused 404, 409 revision_conflict with the stored schedule, 422."""
    id = schedule_id(request)
    asked = await body.read(request, wire_schedules.SchedulePatch)
    try:
        await task_schedules.change_schedule(_db(request), id, asked.revision, asked.changes(), host_zone())
    except Refused as refusal:
        raise await _with_stored(request, id, refusal) from None
    return JSONResponse(_shown(await load(request, id)))


async def delete_schedule(request: Request) -> Response:
    """DELETE /api/schedules/:id?revision=. What it has waiting or running is cancelled; its tasks stay."""
    id, query = schedule_id(request), request.query_params
    revision = whole(query["revision"], "revision", 1, 2**63 - 1) if "revision" in query else None
    try:
        await task_schedules.remove_schedule(_db(request), id, revision)
    except Refused as refusal:
        raise await _with_stored(request, id, refusal) from None
    return Response(status_code=204)


async def run_schedule(request: Request) -> Response:
    """POST /api/schedules/:id/run: make its task now; returns the task."""
    made = await task_schedules.run_schedule(_db(request), schedule_id(request))
    found = await task.load(_db(request), made)
    return JSONResponse(wire_tasks.TaskOut.model_validate(found).json_ready(), status_code=201)


async def history(request: Request) -> Response:
    """GET /api/schedules/:id/history?limit=, newest first."""
    found = await load(request, schedule_id(request))
    limit = whole(request.query_params.get("limit", "50"), "limit", 1, 500)
    runs = await task_schedules.schedule_history(_db(request), found.id, limit)
    rows = [wire_schedules.ScheduleRunOut.model_validate(each).json_ready() for each in runs]
    return JSONResponse({"runs": rows, "nextCursor": None})


async def show_preview(request: Request) -> Response:
    """GET /api/schedules/preview?cron=: its next five runs in the time zone of the host. Refused 422 invalid_cron."""
    zone = host_zone()
    runs = await preview(request, request.query_params.get("cron", ""), zone)
    return JSONResponse({"zone": zone, "nextRuns": [each.isoformat() for each in runs]})


async def from_words(request: Request) -> Response:
    """POST /api/schedules/words: the expression that a model makes of words, with its next runs; nothing is stored."""
    asked = await body.read(request, wire_schedules.Words)
    zone = host_zone()
    cron = await request.app.state.engine.cron_from_words(asked.words, zone)
    runs = await preview(request, cron, zone)
    return JSONResponse({"cron": cron, "zone": zone, "nextRuns": [each.isoformat() for each in runs]})


async def preview(request: Request, cron: str, zone: str) -> list[datetime]:
    """Return the next five runs of an expression, in UTC. Refused 422 invalid_cron."""
    found = await task_schedules.next_runs(_db(request), cron, zone, datetime.now(UTC))
    return [each.due_at.astimezone(UTC) for each in found]


async def load(request: Request, id: UUID) -> task_schedules.Schedule:
    """Return a schedule. Refused 404 schedule_not_found."""
    found = await task_schedules.schedules(_db(request), id)
    if not found:
        gone = "There is no schedule with this id. It may have been deleted."
        raise Refused(404, "schedule_not_found", gone)
    return found[0]


def schedule_id(request: Request) -> UUID:
    """Return the schedule's id in the address. Refused 400 when it cannot be one."""
    try:
        return UUID(request.path_params["id"])
    except ValueError:
        raise Refused(400, "invalid_id", "The id of a schedule is a UUID.") from None


async def _with_stored(request: Request, id: UUID, refusal: Refused) -> Refused:
    """Give a revision conflict the stored schedule, so that its reader can compare."""
    if refusal.code != "revision_conflict":
        return refusal
    stored = _shown(await load(request, id))
    return Refused(refusal.status, refusal.code, "revision conflict", {"schedule": stored})


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db


def _shown(row: task_schedules.Schedule) -> dict[str, Any]:
    return wire_schedules.ScheduleOut.model_validate(row).json_ready()
