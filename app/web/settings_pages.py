"""The pages /settings and /settings/agent-runtime: each setting with its meaning, its range and its seed."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import hook, settings
from app.web import forms, rail, render, runtime
from app.web.pages import page

_ADDRESS = "/settings/agent-runtime"
_MANY_FIELDS = 100


@dataclass(frozen=True)
class Label:
    """What pages call a setting, and its unit; what it means is told by its column's comment."""

    name: str
    title: str
    unit: str = ""


@dataclass(frozen=True)
class Section:
    """Settings that belong together."""

    title: str
    about: str
    labels: tuple[Label, ...]


SECTIONS = (
    Section("Model", "", (Label("default_model", "Default model"),)),
    Section(
        "Answers",
        "How far an answer may go, and what happens when it would end in silence.",
        (
            Label("supervisor_max_steps", "Steps of an answer", "steps"),
            Label("tool_call_concurrency", "Tool calls side by side", "calls"),
            Label("processor_retries", "More tries for an answer", "tries"),
            Label("final_response_feedback", "What another try is told"),
        ),
    ),
    Section(
        "Delegation",
        "What a specialist is given, and what comes back of its work.",
        (
            Label("specialist_max_steps", "Steps of a delegation", "steps"),
            Label("delegation_context_messages", "Messages given along", "messages"),
            Label("delegation_context_characters", "Length of these messages", "characters"),
            Label("delegation_result_characters", "Length of a result", "characters"),
            Label("delegation_truncation_text", "Where a result is cut"),
            Label("delegation_failure_text", "When a delegation fails"),
        ),
    ),
    Section(
        "Background tasks",
        "Workers follow these without a restart.",
        (
            Label("background_concurrency", "Tasks side by side", "tasks"),
            Label("background_polling_ms", "Looks for work every", "ms"),
            Label("background_timeout_seconds", "Time limit of a task", "seconds"),
            Label("background_stale_after_seconds", "Too old after a restart", "seconds"),
        ),
    ),
)


@dataclass(frozen=True)
class Shown:
    """A setting as the page shows it: what is stored, what the form holds, and what is wrong with that."""

    label: Label
    field: settings.AgentRuntimeField
    stored: str
    typed: str
    problem: str

    @property
    def as_seeded(self) -> bool:
        return self.stored == self.field.seed


@page
async def index(request: Request) -> Response:
    """What can be set, and how it is."""
    runs = await settings.agent_runtime(_db(request))
    meaning = await settings.memory_embedding(_db(request))
    return render.respond(
        request,
        "settings/index.html",
        default_model=runs.default_model,
        meaning=meaning.enabled,
        hooks=len(await hook.hooks(_db(request), enabled=True)),
        locked=request.app.state.settings.api_key is not None,
        retention=await settings.memory_retention(_db(request)),
        rail=await rail.load(_db(request), current=""),
    )


@page
async def show(request: Request) -> Response:
    """The form."""
    return await _show(request)


@page
async def save(request: Request) -> Response:
    """Save what differs from what is stored, or put one setting back to its seed.

    What is refused stays in the form; a stale revision shows what is stored beside it.
    """
    db = _db(request)
    form = await forms.read(request, _MANY_FIELDS)
    fields = await settings.agent_runtime_fields(db)
    stored = (await settings.agent_runtime(db)).settings
    typed = _typed(form, fields)
    revision = _revision(form)
    back = forms.field(form, "back")
    try:
        if back:
            saved = (await settings.reset_agent_runtime(db, revision, [back])).settings
            typed.pop(back, None)
        else:
            changes = _changes(typed, stored, fields)
            saved = (await runtime.store(request, revision, changes))[0] if changes else stored
    except Refused as refusal:
        if refusal.status not in (400, 409, 422):
            raise
        return await _show(request, refusal.status, typed=typed, refusal=refusal, revision=revision)
    if back and _changes(typed, saved, fields):
        return await _show(request, typed=typed, back=back)
    return render.go_to(request, f"{_ADDRESS}?saved={saved['revision']}")


async def _show(
    request: Request,
    status: int = 200,
    *,
    typed: dict[str, str] | None = None,
    refusal: Refused | None = None,
    revision: int | None = None,
    back: str = "",
) -> Response:
    db = _db(request)
    stored = (await settings.agent_runtime(db)).settings
    fields = {one.name: one for one in await settings.agent_runtime_fields(db)}
    conflict = refusal is not None and refusal.status == 409
    faults = (
        {} if refusal is None else {one["field"]: one["problem"] for one in refusal.detail.get("fields", [])}
    )
    if refusal is not None and refusal.code == "unknown_model":
        faults = {"default_model": refusal.message}
    shown = {
        label.name: Shown(
            label,
            fields[label.name],
            str(stored[label.name]),
            (typed or {}).get(label.name, str(stored[label.name])),
            faults.get(label.name, ""),
        )
        for section in SECTIONS
        for label in section.labels
    }
    context: dict[str, Any] = {
        "sections": [(one, [shown[label.name] for label in one.labels]) for one in SECTIONS],
        "stored": stored,
        "updated_at": datetime.fromisoformat(stored["updated_at"]),
        "revision": stored["revision"] if conflict or revision is None else revision,
        "conflict": conflict,
        "differences": [one for one in shown.values() if one.stored != one.typed] if conflict else [],
        "problem": refusal.message if refusal is not None and not conflict and not faults else "",
        "faulty": bool(faults),
        "back": shown[back].label.title if back in shown else "",
        "saved": request.query_params.get("saved") == str(stored["revision"]),
        "known": await request.app.state.engine.models(),
        "rail": await rail.load(db, current=""),
    }
    return render.respond(request, "settings/runtime.html", status=status, **context)


def _typed(form: FormData, fields: list[settings.AgentRuntimeField]) -> dict[str, str]:
    """Return what the form holds, by the settings' names; what it does not hold is left out."""
    return {
        one.name: forms.text(form, one.name) if one.is_text else forms.field(form, one.name).strip()
        for one in fields
        if one.name in form
    }


def _changes(
    typed: dict[str, str], stored: dict[str, Any], fields: list[settings.AgentRuntimeField]
) -> dict[str, Any]:
    """Return what differs from what is stored; a number that is none stays text, and is refused where it is stored."""
    return {
        one.name: text if one.is_text or not re.fullmatch(r"-?\d{1,18}", text, re.ASCII) else int(text)
        for one in fields
        if (text := typed.get(one.name, str(stored[one.name]))) != str(stored[one.name])
    }


def _revision(form: FormData) -> int:
    text = forms.field(form, "revision")
    return int(text) if re.fullmatch(r"\d{1,18}", text, re.ASCII) else 0


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
