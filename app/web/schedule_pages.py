"""The pages under /schedules: what is done again and again, when it is due next, and what became of it.

Every form works without script; with it the next runs show while an expression is typed.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import task_schedules
from app.web import forms, rail, render, schedules, undo
from app.web.pages import page
from app.web.query import whole
from app.zone import host_zone

_ADDRESS = "/schedules"
_SHOWN_RUNS = 50

#: What pages say of what became of a due time.
OUTCOMES = {
    "on_time": "on time",
    "late": "late: nobody was there in time",
    "missed": "missed: nobody was there",
    "overlap": "left out: the one before was still at work",
    "held": "left out: ten were at work",
    "by_hand": "by hand",
}


@dataclass
class Typed:
    """What the form of a schedule holds."""

    title: str = ""
    prompt: str = ""
    cron: str = ""
    words: str = ""
    enabled: bool = True
    missed: str = "run_once"
    grace_minutes: str = "60"
    overlap: bool = False
    revision: str = ""


@page
async def index(request: Request) -> Response:
    """GET /schedules"""
    return await _list(request)


@page
async def add(request: Request) -> Response:
    """The form of a new schedule, or the schedule that it held."""
    if request.method == "GET":
        return await _form(request, Typed())
    typed = _typed(await forms.read(request))
    try:
        id = await task_schedules.create_schedule(_db(request), _columns(typed), host_zone())
    except Refused as refusal:
        return await _form(request, typed, refusal=refusal)
    return render.go_to(request, f"{_ADDRESS}/{id}")


@page
async def show(request: Request) -> Response:
    """One schedule with its form, and what became of it."""
    stored = await schedules.load(request, schedules.schedule_id(request))
    return await _form(request, _kept(stored), stored)


@page
async def save(request: Request) -> Response:
    """Save a schedule's form. What is refused stays in it; a stale revision shows what is stored beside it."""
    id = schedules.schedule_id(request)
    typed = _typed(await forms.read(request))
    try:
        revision = whole(typed.revision, "revision", 1, 2**63 - 1)
        await task_schedules.change_schedule(_db(request), id, revision, _columns(typed), host_zone())
    except Refused as refusal:
        return await _form(request, typed, await schedules.load(request, id), refusal=refusal)
    return render.go_to(request, f"{_ADDRESS}/{id}")


@page
async def suggest(request: Request) -> Response:
    """Have a model turn the words of the form into its expression; nothing is saved before its owner has seen it."""
    typed = _typed(await forms.read(request))
    given = request.path_params.get("id")
    stored = await schedules.load(request, schedules.schedule_id(request)) if given else None
    try:
        typed.cron = await request.app.state.engine.cron_from_words(typed.words, host_zone())
    except Refused as refusal:
        return await _form(request, typed, stored, refusal=refusal)
    return await _form(request, typed, stored, suggested=True)


@page
async def preview(request: Request) -> Response:
    """GET /schedules/preview?cron=: the next runs, as a part of the form."""
    query = request.query_params
    return render.respond(
        request, "schedules/_preview.html", **await _preview(request, query.get("cron", ""))
    )


@page
async def switch(request: Request) -> Response:
    """Switch a schedule on or off."""
    form = await forms.read(request)
    revision = whole(forms.field(form, "revision"), "revision", 1, 2**63 - 1)
    on = forms.field(form, "enabled") == "yes"
    id = schedules.schedule_id(request)
    await task_schedules.change_schedule(_db(request), id, revision, {"enabled": on}, host_zone())
    return render.go_to(request, _ADDRESS)


@page
async def run(request: Request) -> Response:
    """Make a task of a schedule now, and show it."""
    made = await task_schedules.run_schedule(_db(request), schedules.schedule_id(request))
    return render.go_to(request, f"/tasks/{made}")


@page
async def delete(request: Request) -> Response:
    """Delete a schedule; the page carries it, so that it can come back."""
    row = await task_schedules.remove_schedule(_db(request), schedules.schedule_id(request))
    return await _list(request, undo.seal([row], "schedules"))


@page
async def restore(request: Request) -> Response:
    """Bring back what was deleted."""
    for row in undo.unseal(forms.field(await forms.read(request), "token"), "schedules"):
        await task_schedules.restore_schedule(_db(request), row)
    return render.go_to(request, _ADDRESS)


async def _list(request: Request, token: str = "") -> Response:
    found = await task_schedules.schedules(_db(request))
    return render.respond(
        request,
        "schedules/page.html",
        schedules=[(each, _local(each.next_run_at, each.zone)) for each in found],
        outcomes=OUTCOMES,
        token=token,
        rail=await rail.load(_db(request), current=""),
    )


async def _form(
    request: Request,
    typed: Typed,
    stored: task_schedules.Schedule | None = None,
    *,
    refusal: Refused | None = None,
    suggested: bool = False,
) -> Response:
    conflict = stored if refusal is not None and refusal.code == "revision_conflict" else None
    if stored is not None and refusal is None and not suggested:
        typed.revision = str(stored.revision)
    runs = []
    if stored is not None:
        runs = await task_schedules.schedule_history(_db(request), stored.id, _SHOWN_RUNS)
    return render.respond(
        request,
        "schedules/schedule.html",
        status=refusal.status if refusal else 200,
        typed=typed,
        schedule=stored,
        conflict=conflict,
        problem=refusal.message if refusal is not None and conflict is None else "",
        suggested=suggested,
        host_zone=host_zone(),
        runs=runs,
        outcomes=OUTCOMES,
        rail=await rail.load(_db(request), current=""),
        **await _preview(request, typed.cron),
    )


async def _preview(request: Request, cron: str) -> dict[str, Any]:
    """Return the next runs of an expression as they are shown, or what is wrong with it."""
    zone = host_zone()
    if not cron.strip():
        return {"zone": zone, "next_runs": [], "cron_problem": ""}
    try:
        found = await schedules.preview(request, cron, zone)
    except Refused as refusal:
        return {"zone": zone, "next_runs": [], "cron_problem": refusal.message}
    return {"zone": zone, "next_runs": [_local(each, zone) for each in found], "cron_problem": ""}


def _local(at: datetime | None, zone: str) -> datetime | None:
    """Return a time as the clock of a zone shows it; in UTC where Python does not know the zone."""
    if at is None:
        return None
    try:
        return at.astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        return at


def _typed(form: FormData) -> Typed:
    return Typed(
        title=forms.field(form, "title").strip(),
        prompt=forms.text(form, "prompt"),
        cron=forms.field(form, "cron").strip(),
        words=forms.field(form, "words").strip(),
        enabled=forms.field(form, "enabled") == "on",
        missed=forms.field(form, "missed"),
        grace_minutes=forms.field(form, "grace_minutes").strip(),
        overlap=forms.field(form, "overlap") == "on",
        revision=forms.field(form, "revision"),
    )


def _columns(typed: Typed) -> dict[str, Any]:
    return {
        "title": typed.title,
        "prompt": typed.prompt,
        "cron": typed.cron,
        "enabled": typed.enabled,
        "missed": "skip" if typed.missed == "skip" else "run_once",
        "grace_seconds": 60 * whole(typed.grace_minutes or "60", "minutes", 1, 10_080),
        "overlap": typed.overlap,
    }


def _kept(stored: task_schedules.Schedule) -> Typed:
    return Typed(
        title=stored.title,
        prompt=stored.prompt,
        cron=stored.cron,
        enabled=stored.enabled,
        missed=stored.missed,
        grace_minutes=str(round(stored.grace_seconds / 60)),
        overlap=stored.overlap,
    )


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
