"""The page /settings/memory-retention: both limits, what they would remove, and pruning by hand."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import memory, settings
from app.web import forms, rail, render, retention
from app.web.pages import page

_ADDRESS = "/settings/memory-retention"
#: What the page calls the settings, and their units.
_LABELS = {"episode_days": ("Keep an episode for", "days"), "episodes_kept": ("Keep at most", "episodes")}


@dataclass(frozen=True)
class Field:
    """A setting in the form: what it is called, what is stored and typed, and what is wrong with that."""

    setting: settings.MemoryRetentionField
    title: str
    unit: str
    stored: int
    typed: str
    problem: str

    @property
    def number(self) -> int | None:
        """What is typed, when it is a number within the range."""
        found = _number(self.typed)
        fits = found is not None and self.setting.lowest <= found <= self.setting.highest
        return found if fits else None


@page
async def show(request: Request) -> Response:
    """The form; as a fragment only what the limits that are typed would remove."""
    if not render.wants_fragment(request):
        return await _show(request)
    fields = await _fields(request, request.query_params, {})
    preview = await _preview(request, fields)
    return render.respond(request, "settings/_retention_preview.html", fields=fields, preview=preview)


@page
async def save(request: Request) -> Response:
    """Save the form. What is refused stays in it, beside what is stored."""
    form = await forms.read(request)
    typed = {name: forms.field(form, name).strip() for name in _LABELS}
    revision = _number(forms.field(form, "revision")) or 0
    numbers = {name: _number(text) for name, text in typed.items()}
    problems = {name: "a whole number is needed" for name, number in numbers.items() if number is None}
    if problems:
        return await _show(request, 422, typed=typed, problems=problems, revision=revision)
    try:
        await settings.change_memory_retention(
            _db(request), revision, numbers["episode_days"], numbers["episodes_kept"]
        )
    except Refused as refusal:
        if refusal.status not in (409, 422):
            raise
        problems = {one["field"]: one["problem"] for one in refusal.detail.get("fields", [])}
        kept = None if refusal.status == 409 else revision
        return await _show(request, refusal.status, typed=typed, problems=problems, revision=kept)
    return render.go_to(request, f"{_ADDRESS}?saved=yes")


@page
async def prune(request: Request) -> Response:
    """Ask whether what the saved limits would remove shall go now, with its number; remove it."""
    if request.method == "GET":
        return await _ask(request)
    expected = _number(forms.field(await forms.read(request), "expected"))
    if expected is None:
        raise Refused(422, "out_of_range", "expected: a whole number is needed.")
    try:
        await memory.prune_now(_db(request), expected)
    except Refused as refusal:
        if refusal.code != "count_changed":
            raise
        return await _ask(request, 409, expected)
    return render.go_to(request, _ADDRESS)


async def _show(
    request: Request,
    status: int = 200,
    *,
    typed: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    revision: int | None = None,
) -> Response:
    state = await retention.state(_db(request))
    fields = await _fields(request, typed or {}, problems or {})
    context: dict[str, Any] = {
        "state": state,
        "fields": fields,
        "revision": state.revision if revision is None else revision,
        "conflict": status == 409,
        "faulty": bool(problems),
        "saved": request.query_params.get("saved") == "yes",
        "preview": await _preview(request, fields),
        "rail": await rail.load(_db(request), current=""),
    }
    return render.respond(request, "settings/retention.html", status=status, **context)


async def _ask(request: Request, status: int = 200, expected: int | None = None) -> Response:
    state = await retention.state(_db(request))
    context: dict[str, Any] = {"state": state, "expected": expected}
    name = "settings/_prune.html"
    if render.wants_fragment(request):
        headers = {"HX-Retarget": "#dialog", "HX-Reswap": "innerHTML"}
        return render.respond(request, name, status=status, headers=headers, **context)
    return render.respond(request, "settings/alone.html", status=status, dialog=name, **context)


async def _preview(request: Request, fields: list[Field]) -> memory.Pruned | None:
    """Return what the limits that are typed would remove; None when they are none."""
    days, kept = (one.number for one in fields)
    if days is None or kept is None:
        return None
    return await memory.prunable(_db(request), timedelta(days=days), kept)


async def _fields(request: Request, typed: Mapping[str, str], problems: Mapping[str, str]) -> list[Field]:
    """Return the settings as the form has them: typed, or else stored."""
    stored = await settings.memory_retention(_db(request))
    values = {"episode_days": stored.episode_days, "episodes_kept": stored.episodes_kept}
    return [
        Field(
            one,
            *_LABELS[one.name],
            stored=values[one.name],
            typed=typed.get(one.name, str(values[one.name])).strip(),
            problem=problems.get(one.name, ""),
        )
        for one in await settings.memory_retention_fields(_db(request))
    ]


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{1,18}", text, re.ASCII) else None


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
