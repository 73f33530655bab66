"""The pages under /agents: who works, and beside the list one agent with its role, its access and its tools.

Every form works without script. With htmx the pane or a row come back alone; a fragment and a full load
are made of the same templates.
"""

from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import agent
from app.web import agents, forms, pages, rail, render, undo
from app.web.agents import path_id
from app.web.query import whole

#: More than any agent's form has: a box for each tool.
_MANY_FIELDS = 300
#: What a form of an agent holds beside its tools, in its order, as pages call it.
_LABELS = {
    "name": "Name",
    "description": "Delegation description",
    "instructions": "Instructions",
    "workspace_access": "Workspace",
    "browser_access": "Browser",
    "delegation_eligible": "Delegation",
    "tools": "Tools",
}
_NOT_UNDONE = "This cannot be undone any more: the agent was changed since, or popagent was started anew."


@dataclass(frozen=True)
class Typed:
    """What someone typed into the form of an agent."""

    name: str
    description: str
    instructions: str
    workspace_access: str
    browser_access: str
    delegation_eligible: bool
    tools: list[str]
    revision: str


@dataclass(frozen=True)
class Difference:
    """What is stored in a field of which the form holds something else; a long text is shown apart."""

    label: str
    stored: str
    long: bool


@dataclass(frozen=True)
class Toast:
    """What was done, told for a while; `token`, sent to `undo`, takes it back."""

    text: str
    token: str = ""
    undo: str = ""


def page(handler: pages.Handler) -> pages.Handler:
    """As `pages.page`; an agent that is not there is told in the place where it would be shown."""

    @wraps(handler)
    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refusal:
            if refusal.code not in ("agent_not_found", "invalid_id"):
                raise
            return await show_pane(request, {"pane": "gone", "heading": "Not here"}, 404)

    return pages.page(handle)


@page
async def index(request: Request) -> Response:
    """The list, beside it who may do what."""
    return await show_pane(
        request, {"pane": "overview", "heading": "Agents", "tools": await agents.tools(request)}
    )


@page
async def show(request: Request) -> Response:
    """One agent with its form."""
    return await show_pane(request, await _agent(request, path_id(request)))


@page
async def save(request: Request) -> Response:
    """Save an agent's form. What is refused stays in it; a stale revision shows what is stored beside it."""
    id = path_id(request)
    before = await agent.load(_db(request), id)
    typed = await _typed(request, before)
    revision = whole(typed.revision, "revision", 1, 2**63 - 1)
    changes = {name: value for name in _LABELS if (value := getattr(typed, name)) != getattr(before, name)}
    if not changes:
        return await _changed(request, id, Toast("Nothing was changed."))
    try:
        saved = await agents.store(request, id, revision, changes)
    except Refused as refusal:
        if refusal.status == 404:
            raise
        return await show_pane(request, await _agent(request, id, typed, refusal), refusal.status)
    kept = {name: getattr(before, name) for name in changes}
    token = undo.seal([{"revision": saved, "changes": kept}], f"agent {id}")
    return await _changed(
        request, id, Toast("Saved. It applies from the next answer.", token, f"/agents/{id}/undo")
    )


@page
async def restore(request: Request) -> Response:
    """Take back what was saved last, unless the agent was changed since."""
    id = path_id(request)
    try:
        [kept] = undo.unseal(forms.field(await forms.read(request), "token"), f"agent {id}")
        before = kept["changes"]
        await agents.store(request, id, kept["revision"], before, before.get("tools", ()))
    except Refused as refusal:
        if refusal.status != 409:
            raise
        raise Refused(409, refusal.code, _NOT_UNDONE) from None
    return await _changed(request, id, Toast("Taken back."), undone=True)


@page
async def decide(request: Request) -> Response:
    """Decide for all agents how a tool may be used."""
    key = path_id(request)
    form = await forms.read(request)
    await agents.set_policy(request, key, forms.field(form, "policy"))
    if not render.wants_fragment(request):
        return render.go_to(request, f"/agents/{quote(forms.field(form, 'from'), safe='')}#tool-{key}")
    toast = Toast(f"Decided for {key}, for all agents.")
    return render.respond(request, "agents/decided.html", toast=toast)


async def show_pane(request: Request, pane: dict[str, Any], status: int = 200, **more: Any) -> Response:
    """Return the page, or to htmx the pane alone; a refusal goes there wherever it was asked for."""
    context = {"shown": request.path_params.get("id", ""), "focus": False, "toast": None} | pane | more
    context["roster"] = [_row(request, one) for one in await agent.roster(_db(request))]
    if render.wants_fragment(request):
        headers = {"HX-Retarget": "#pane", "HX-Reswap": "outerHTML"} if status >= 400 else {}
        return render.respond(request, "agents/_pane.html", status=status, headers=headers, **context)
    context["rail"] = await rail.load(_db(request), current="")
    return render.respond(request, "agents/page.html", status=status, **context)


async def _changed(request: Request, id: str, toast: Toast, *, undone: bool = False) -> Response:
    """Show what a form changed: the pane, its row in the list, and a word about it."""
    pane = await _agent(request, id)
    if not render.wants_fragment(request):
        return (
            await show_pane(request, pane, toast=toast)
            if toast.token
            else render.go_to(request, f"/agents/{id}")
        )
    context = pane | {"toast": toast, "undone": undone, "shown": id, "focus": True}
    context["row"] = _row(request, pane["agent"])
    return render.respond(request, "agents/changed.html", **context)


async def _agent(
    request: Request, id: str, typed: Typed | None = None, refusal: Refused | None = None
) -> dict[str, Any]:
    """Return the pane of one agent; with what was typed when that was refused. Refused 404 agent_not_found."""
    stored = await agent.load(_db(request), id)
    conflict = refusal is not None and refusal.status == 409
    faults = (
        {} if refusal is None else {one["field"]: one["problem"] for one in refusal.detail.get("fields", [])}
    )
    kept = Typed(**{name: getattr(stored, name) for name in _LABELS}, revision=str(stored.revision))
    return {
        "pane": "agent",
        "heading": stored.name,
        "agent": stored,
        "is_supervisor": _is_supervisor(stored),
        "typed": typed or kept,
        "revision": kept.revision if conflict or typed is None else typed.revision,
        "differences": _differences(stored, typed) if conflict and typed else [],
        "conflict": conflict,
        "faults": faults,
        "problem": refusal.message if refusal is not None and not conflict and not faults else "",
        "tools": [one for one in await agents.tools(request) if one.group != "skills"],
        "unknown": agents.unknown_tools(request, stored),
        "message": await agent.system_message(_db(request), id) or "",
        "skills": await agent.skills(_db(request), id),
    }


async def _typed(request: Request, before: agent.Agent) -> Typed:
    """Read the form. Tools keep the order that they have in the row; new ones follow."""
    form = await forms.read(request, _MANY_FIELDS)
    ticked = forms.fields(form, "tools")
    return Typed(
        name=forms.field(form, "name"),
        description=forms.text(form, "description"),
        instructions=forms.text(form, "instructions"),
        workspace_access=forms.field(form, "workspace_access"),
        browser_access=forms.field(form, "browser_access"),
        delegation_eligible=forms.field(form, "delegation_eligible") == "on",
        tools=[key for key in before.tools if key in ticked]
        + [key for key in ticked if key not in before.tools],
        revision=forms.field(form, "revision"),
    )


def _differences(stored: agent.Agent, typed: Typed) -> list[Difference]:
    """Return the stored side of each field in which the form holds something else."""
    return [
        Difference(label, _told(getattr(stored, name)), name in ("description", "instructions"))
        for name, label in _LABELS.items()
        if getattr(stored, name) != getattr(typed, name)
    ]


def _told(value: str | bool | list[str]) -> str:
    match value:
        case bool():
            return "allowed" if value else "not allowed"
        case list():
            return ", ".join(value) or "none"
        case _:
            return value


def _row(request: Request, one: agent.Agent) -> dict[str, Any]:
    """Return what the list shows of an agent."""
    return {
        "agent": one,
        "is_supervisor": _is_supervisor(one),
        "unknown": agents.unknown_tools(request, one),
    }


def _is_supervisor(one: agent.Agent) -> bool:
    return one.id == "popagent"


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
