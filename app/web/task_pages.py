"""The pages /tasks and /tasks/:id: work in the background, listed, made, watched and cancelled."""

import asyncio
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import execution, hook, task
from app.web import forms, rail, render, tasks, turns
from app.web.pages import page

_PAGE = 50
_FILTERS = {
    "": "All",
    "queued,running,cancelling": "Active",
    "completed": "Completed",
    "failed": "Failed",
    "cancelled": "Cancelled",
}


@page
async def index(request: Request) -> Response:
    """The list with the form for a new task; as a fragment the list alone."""
    return await _index(request)


@page
async def create(request: Request) -> Response:
    """Queue a task; what is refused stays in the form."""
    form = await forms.read(request)
    prompt, title = forms.field(form, "prompt"), forms.field(form, "title")
    try:
        id = await task.create_task(_db(request), None, title, prompt)
    except Refused as refusal:
        if refusal.status != 422:
            raise
        return await _index(request, 422, prompt=prompt, title=title, problem=str(refusal))
    return render.go_to(request, f"/tasks/{id}")


@page
async def show(request: Request) -> Response:
    """A task with what it has done so far; as a fragment what changes while it runs."""
    return await _show(request)


@page
async def cancel(request: Request) -> Response:
    """Cancel a task; one that has ended meanwhile is shown as it is."""
    id = tasks.task_id(request)
    try:
        await task.cancel(_db(request), id)
    except Refused as refusal:
        if refusal.code != "task_ended":
            raise
    return render.go_to(request, f"/tasks/{id}")


@page
async def again(request: Request) -> Response:
    """Queue a new task that is asked for the same."""
    found = await task.load(_db(request), tasks.task_id(request))
    id = await task.create_task(_db(request), found.workspace_id, found.title, found.prompt)
    return render.go_to(request, f"/tasks/{id}")


async def _index(request: Request, status: int = 200, **form: str) -> Response:
    query = request.query_params
    state = query.get("state", "")
    at, id = tasks.cursor(query["cursor"]) if "cursor" in query else (None, None)
    found = await task.list_page(
        _db(request), states=tasks.states(state), before_created_at=at, before_id=id, limit=_PAGE
    )
    more = {"state": state, "cursor": tasks.next_cursor(found[-1])} if len(found) == _PAGE else None
    context: dict[str, Any] = {
        "tasks": found,
        "state": state,
        "filters": _FILTERS,
        "active": any(one.state in tasks.ACTIVE for one in found),
        "next_page": f"/tasks?{urlencode(more)}" if more else "",
        "here": f"/tasks?{urlencode(dict(query))}",
        "form": {"prompt": "", "title": "", "problem": "", **form},
    }
    if render.wants_fragment(request):
        return render.respond(request, "tasks/_list.html", **context)
    context["rail"] = await rail.load(_db(request), current="")
    return render.respond(request, "tasks/page.html", status=status, **context)


async def _show(request: Request) -> Response:
    db = _db(request)
    found = await task.load(db, tasks.task_id(request))
    messages = await execution.transcript(db, found.thread_id)
    running = found.execution_id if found.state in ("running", "cancelling") else None
    partial = await execution.partial(db, running) if running is not None else None
    # A long text takes a while to format, which must not hold up the others.
    items = await asyncio.to_thread(turns.show, messages, running)
    if running is not None and partial is not None and partial.state in ("running", "stopping"):
        items.append(await asyncio.to_thread(turns.growing, running, partial.parts, partial.state))
    written = len(turns.text_of(partial.parts)) if running is not None and partial is not None else 0
    until = found.finished_at or datetime.now().astimezone()
    began = found.run_started_at
    context: dict[str, Any] = {
        "task": found,
        "items": items,
        "active": found.state in tasks.ACTIVE,
        "hooks": found.state not in tasks.ACTIVE and await hook.runs(db, task_id=found.id, limit=1),
        # Its gateway counts at the end of a call; four characters are about a token.
        "tokens": written // 4,
        "seconds": max(0, round((until - began).total_seconds())) if began is not None else None,
    }
    if render.wants_fragment(request):
        return render.respond(request, "tasks/_task.html", **context)
    context["rail"] = await rail.load(db, current="")
    return render.respond(request, "tasks/show.html", **context)


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
