"""JSON under /api/tasks: work in the background."""

from datetime import datetime
from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import execution, task
from app.web import body, turns, wire_tasks
from app.web.query import whole

STATES = ("queued", "running", "cancelling", "completed", "failed", "cancelled")
ACTIVE = ("queued", "running", "cancelling")


async def list_tasks(request: Request) -> Response:
    """GET /api/tasks?state=&scheduleId=&limit=&cursor=, newest first; several states are separated by commas."""
    query = request.query_params
    limit = whole(query.get("limit", "50"), "limit", 1, 200)
    at, id = cursor(query["cursor"]) if "cursor" in query else (None, None)
    found = await task.list_page(
        _db(request),
        states=states(query.get("state", "")),
        schedule_id=_uuid(query["scheduleId"]) if "scheduleId" in query else None,
        before_created_at=at,
        before_id=id,
        limit=limit,
    )
    following = next_cursor(found[-1]) if len(found) == limit else None
    return JSONResponse({"tasks": [_shown(one) for one in found], "nextCursor": following})


async def create_task(request: Request) -> Response:
    """POST /api/tasks: queue a task."""
    asked = await body.read(request, wire_tasks.TaskIn)
    id = await task.create_task(_db(request), asked.workspace_id, asked.title, asked.prompt)
    return JSONResponse(_shown(await task.load(_db(request), id)), status_code=201)


async def load_task(request: Request) -> Response:
    """GET /api/tasks/:id with the text of its answer, as far as it has come."""
    found = await task.load(_db(request), task_id(request))
    partial = None
    if found.execution_id is not None:
        partial = await execution.partial(_db(request), found.execution_id)
    result = turns.text_of(partial.parts) if partial is not None else ""
    return JSONResponse(_shown(found) | {"result": result})


async def cancel_task(request: Request) -> Response:
    """POST /api/tasks/:id/cancel: what runs is `cancelling` until its worker has let go. 409 once it has ended."""
    id = task_id(request)
    await task.cancel(_db(request), id)
    return JSONResponse(_shown(await task.load(_db(request), id)))


def states(text: str) -> list[str] | None:
    """Return the states that a list is limited to. Refused 422 when one is none."""
    named = [one for one in text.split(",") if one]
    if set(named) - set(STATES):
        raise Refused(422, "out_of_range", f"state: {', '.join(STATES)} are the states.")
    return named or None


def next_cursor(last: task.Task) -> str:
    """Return what names the page after a task."""
    return f"{last.created_at.isoformat()}_{last.id}"


def cursor(text: str) -> tuple[datetime, UUID]:
    """Return the time and the id that a cursor holds. Refused 422."""
    at, _, id = text.partition("_")
    try:
        return datetime.fromisoformat(at.replace(" ", "+")).astimezone(), UUID(id)
    except (ValueError, OverflowError):
        raise Refused(422, "out_of_range", "cursor: take it from nextCursor as it is.") from None


def task_id(request: Request) -> UUID:
    """Return the task's id in the address. Refused 400 when it cannot be one."""
    return _uuid(request.path_params["id"])


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Refused(400, "invalid_id", "The id of a task or a schedule is a UUID.") from None


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db


def _shown(row: task.Task) -> dict[str, Any]:
    return wire_tasks.TaskOut.model_validate(row).json_ready()
