"""The pages under /agents/:id/skills: the skills of an agent, their order, their text, their import.

Beside the list of agents, in the same pane. Every form works without script.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import agent
from app.web import forms, render, skills, undo
from app.web.agent_pages import Toast, page, show_pane
from app.web.agents import path_id
from app.web.query import whole

#: Fields of the form of a skill: two for each of at most 64 files, and what is left room for.
_MANY_FIELDS = 200


@dataclass
class Typed:
    """What the form of a skill holds: its texts, its files as pairs of path and text, what came with an import."""

    name: str = ""
    description: str = ""
    body: str = ""
    enabled: bool = True
    files: list[tuple[str, str]] = field(default_factory=list)
    revision: str = ""
    came_with: dict[str, Any] = field(default_factory=dict)


@page
async def index(request: Request) -> Response:
    """The skills of an agent in the order of their catalogue."""
    return await _list(request)


@page
async def add(request: Request) -> Response:
    """The form of a new skill, or the skill that it held."""
    if request.method == "GET":
        return await _form(request, Typed())
    typed = _typed(await forms.read(request, _MANY_FIELDS))
    try:
        await agent.create_skill(
            _db(request),
            path_id(request),
            name=typed.name,
            description=typed.description,
            body=typed.body,
            references=_references(typed),
            enabled=typed.enabled,
            **({"metadata": {}} | typed.came_with),
        )
    except Refused as refusal:
        if refusal.status == 404:
            raise
        return await _form(request, typed, refusal=refusal)
    return await _list(request, Toast(f"{typed.name} is one of its skills now."))


@page
async def take_in(request: Request) -> Response:
    """Read an upload into the form of a new skill, saying what was changed; nothing is stored yet."""
    form = await request.form(max_files=1, max_fields=5)
    upload = form.get("file")
    if not isinstance(upload, UploadFile) or not upload.filename:
        raise Refused(422, "no_file", "Choose a SKILL.md, or a zip of a skill's folder.")
    draft = skills.read_upload(await upload.read(), upload.filename)
    came_with = {
        "license": draft.license,
        "compatibility": draft.compatibility,
        "metadata": draft.metadata,
        "allowed_tools": draft.allowed_tools,
    }
    files = sorted(draft.references.items())
    typed = Typed(draft.name, draft.description, draft.body, files=files, came_with=came_with)
    return await _form(request, typed, notes=draft.notes, imported=True)


@page
async def show(request: Request) -> Response:
    """One skill with its form."""
    stored = await _load(request)
    return await _form(request, _kept(stored), stored)


@page
async def save(request: Request) -> Response:
    """Save a skill's form. What is refused stays in it; a stale revision shows what is stored beside it."""
    stored = await _load(request)
    typed = _typed(await forms.read(request, _MANY_FIELDS))
    try:
        await agent.change_skill(
            _db(request),
            stored.agent_id,
            stored.id,
            whole(typed.revision, "revision", 1, 2**63 - 1),
            name=typed.name,
            description=typed.description,
            body=typed.body,
            references=_references(typed),
            enabled=typed.enabled,
        )
    except Refused as refusal:
        if refusal.status == 404:
            raise
        return await _form(request, typed, await _load(request), refusal=refusal)
    return await _list(request, Toast("Saved. It applies from the next answer."))


@page
async def history(request: Request) -> Response:
    """The texts of a skill as they were saved."""
    stored = await _load(request)
    kept = await agent.skill_history(_db(request), stored.agent_id, stored.id)
    pane = {"pane": "history", "heading": f"History of {stored.name}", "skill": stored, "kept": kept}
    return await show_pane(request, pane | await _agent(request))


@page
async def switch(request: Request) -> Response:
    """Offer a skill, or stop to; its text stays as it is."""
    form = await forms.read(request)
    on = forms.field(form, "enabled") == "yes"
    revision = whole(forms.field(form, "revision"), "revision", 1, 2**63 - 1)
    await agent.change_skill(
        _db(request), path_id(request), path_id(request, "skill_id"), revision, enabled=on
    )
    return await _list(request)


@page
async def move(request: Request) -> Response:
    """Move a skill one place up or down."""
    up = forms.field(await forms.read(request), "to") == "up"
    await agent.move_skill(_db(request), path_id(request), path_id(request, "skill_id"), up)
    return await _list(request)


@page
async def delete(request: Request) -> Response:
    """Delete a skill; the page carries it for a while, so that it can come back."""
    id = path_id(request)
    row = await agent.remove_skill(_db(request), id, path_id(request, "skill_id"))
    token = undo.seal([row], f"skills of {id}")
    return await _list(request, Toast(f"{row['name']} was deleted.", token, f"/agents/{id}/skills/undo"))


@page
async def restore(request: Request) -> Response:
    """Bring back what was deleted."""
    id = path_id(request)
    for row in undo.unseal(forms.field(await forms.read(request), "token"), f"skills of {id}"):
        await agent.restore_skill(_db(request), id, row)
    return await _list(request, Toast("It is back."), undone=True)


async def _list(request: Request, toast: Toast | None = None, *, undone: bool = False) -> Response:
    """Show the list, after a form with a word about what it did."""
    context = await _agent(request)
    id = context["agent"].id
    if request.method == "POST" and not render.wants_fragment(request) and not (toast and toast.token):
        return render.go_to(request, f"/agents/{id}/skills")
    found = await agent.skills(_db(request), id)
    pane = context | {"pane": "skills", "heading": f"Skills of {context['agent'].name}", "skills": found}
    return await show_pane(request, pane, toast=toast, undone=undone)


async def _form(
    request: Request,
    typed: Typed,
    stored: agent.Skill | None = None,
    *,
    refusal: Refused | None = None,
    notes: list[str] | None = None,
    imported: bool = False,
) -> Response:
    conflict = stored if refusal is not None and refusal.code == "revision_conflict" else None
    pane = {
        "pane": "skill",
        "heading": stored.name if stored is not None else "New skill",
        "skill": stored,
        "typed": typed,
        "revision": stored.revision if stored is not None else "",
        "came_with": json.dumps(typed.came_with),
        "conflict": conflict,
        "problem": refusal.message if refusal is not None and conflict is None else "",
        "notes": notes or [],
        "imported": imported,
    }
    if refusal is None and stored is not None:
        typed.revision = str(stored.revision)
    return await show_pane(request, pane | await _agent(request), refusal.status if refusal else 200)


def _typed(form: FormData) -> Typed:
    paths, texts = forms.fields(form, "path"), forms.fields(form, "content")
    files = [
        (path.strip(), forms.lines(text)) for path, text in zip(paths, texts, strict=False) if path.strip()
    ]
    return Typed(
        forms.field(form, "name").strip(),
        forms.text(form, "description"),
        forms.text(form, "body"),
        forms.field(form, "enabled") == "on",
        files,
        forms.field(form, "revision"),
        _came_with(forms.field(form, "came_with")),
    )


def _came_with(text: str) -> dict[str, Any]:
    """Return what an import brought beside the form's own fields. Refused 400 when it is not what the page sent."""
    try:
        found = json.loads(text or "{}")
        metadata = dict(found.get("metadata") or {})
    except (ValueError, AttributeError, TypeError):
        raise Refused(400, "invalid_form", "The form was changed on its way. Open the page again.") from None
    names = ("license", "compatibility", "allowed_tools")
    kept: dict[str, Any] = {name: str(found[name]) for name in names if found.get(name)}
    return kept | {"metadata": {str(name): str(value) for name, value in metadata.items()}}


def _references(typed: Typed) -> dict[str, str]:
    paths = [path for path, _ in typed.files]
    twice = next((path for path in paths if paths.count(path) > 1), None)
    if twice is not None:
        raise Refused(422, "out_of_range", f'references: "{twice}" stands there twice')
    return dict(typed.files)


def _kept(stored: agent.Skill) -> Typed:
    files = sorted((path, str(text)) for path, text in stored.reference_files.items())
    return Typed(stored.name, stored.description, stored.body, stored.enabled, files, str(stored.revision))


async def _load(request: Request) -> agent.Skill:
    return await agent.load_skill(_db(request), path_id(request), path_id(request, "skill_id"))


async def _agent(request: Request) -> dict[str, Any]:
    return {"agent": await agent.load(_db(request), path_id(request))}


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
