"""The pages under /settings/hooks, and the runs of hooks beside a turn or a task. Every form works without script."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import hook
from app.vault import Vault
from app.web import forms, hooks, rail, render, tasks, undo
from app.web.pages import id_in_path, page
from app.web.query import whole
from app.web.secrets import OWNER

_ADDRESS = "/settings/hooks"
_MANY_FIELDS = 60
_SHOWN_RUNS = 20

#: What is said of each event, in the order of an execution: when it happens, and what the matcher is held against.
EVENTS = {
    "SessionStart": ("The first turn of a chat", ""),
    "UserPromptSubmit": ("Before a message or the prompt of a task is accepted", ""),
    "TaskStart": ("Before a background task works", "manual or schedule"),
    "PreToolUse": ("Before a tool runs", "tools"),
    "PostToolUse": ("After a tool ran", "tools"),
    "PostToolUseFailure": ("After a tool failed", "tools"),
    "SubagentStart": ("A specialist is given a part", "agents"),
    "SubagentStop": ("A specialist returns its result", "agents"),
    "PreCompact": ("Before a long chat is condensed", "observer or reflector"),
    "Stop": ("Before an answer is the end", ""),
    "TaskStop": ("After a background task ended", "manual or schedule"),
}
GATES = ("UserPromptSubmit", "TaskStart", "PreToolUse", "SubagentStop", "Stop")


@dataclass
class Typed:
    """What the form of a hook holds."""

    event: str = "PreToolUse"
    matcher: str = ""
    kind: str = "command"
    argv: str = ""
    url: str = ""
    allow_loopback: bool = False
    secret_names: list[str] = field(default_factory=list)
    timeout_ms: str = ""
    on_failure: str = ""
    enabled: bool = True
    revision: str = ""


@page
async def index(request: Request) -> Response:
    """GET /settings/hooks"""
    return await _list(request)


@page
async def add(request: Request) -> Response:
    """The form of a new hook, or the hook that it held."""
    if request.method == "GET":
        return await _form(request, Typed(event=request.query_params.get("event", "PreToolUse")))
    typed = _typed(await forms.read(request, _MANY_FIELDS))
    try:
        id = await request.app.state.hooks.create(_columns(typed))
    except Refused as refusal:
        return await _form(request, typed, refusal=refusal)
    return render.go_to(request, f"{_ADDRESS}/{id}")


@page
async def show(request: Request) -> Response:
    """One hook with its form, and how it went lately."""
    stored = await hooks.load(request, hooks.hook_id(request))
    return await _form(request, _kept(stored), stored)


@page
async def save(request: Request) -> Response:
    """Save a hook's form. What is refused stays in it; a stale revision shows what is stored beside it."""
    id = hooks.hook_id(request)
    typed = _typed(await forms.read(request, _MANY_FIELDS))
    try:
        revision = whole(typed.revision, "revision", 1, 2**63 - 1)
        await request.app.state.hooks.change(id, revision, _columns(typed))
    except Refused as refusal:
        return await _form(request, typed, await hooks.load(request, id), refusal=refusal)
    return render.go_to(request, f"{_ADDRESS}/{id}")


@page
async def switch(request: Request) -> Response:
    """Let a hook run, or stop to."""
    form = await forms.read(request)
    revision = whole(forms.field(form, "revision"), "revision", 1, 2**63 - 1)
    on = forms.field(form, "enabled") == "yes"
    await request.app.state.hooks.change(hooks.hook_id(request), revision, {"enabled": on})
    return render.go_to(request, _ADDRESS)


@page
async def move(request: Request) -> Response:
    """Move a hook one place up or down among those of its event."""
    up = forms.field(await forms.read(request), "to") == "up"
    await hook.move_hook(_db(request), hooks.hook_id(request), up)
    return render.go_to(request, _ADDRESS)


@page
async def test(request: Request) -> Response:
    """Run a hook on a sample and show what it said; nothing of that is stored."""
    id = hooks.hook_id(request)
    ran = await request.app.state.hooks.try_out(id)
    stored = await hooks.load(request, id)
    return await _form(request, _kept(stored), stored, ran=ran)


@page
async def delete(request: Request) -> Response:
    """Delete a hook; the page carries it, so that it can come back."""
    row = await hook.remove_hook(_db(request), hooks.hook_id(request))
    return await _list(request, undo.seal([row], "hooks"))


@page
async def restore(request: Request) -> Response:
    """Bring back what was deleted."""
    for row in undo.unseal(forms.field(await forms.read(request), "token"), "hooks"):
        await hook.restore_hook(_db(request), row)
    return render.go_to(request, _ADDRESS)


@page
async def of_turn(request: Request) -> Response:
    """GET /c/:id/hooks/:turnId: what ran in a turn."""
    return await _runs(request, session_id=id_in_path(request), turn_id=_turn_id(request))


@page
async def of_task(request: Request) -> Response:
    """GET /tasks/:id/hooks: what ran around and in a task."""
    return await _runs(request, task_id=tasks.task_id(request))


async def _runs(request: Request, **of: Any) -> Response:
    runs = await hook.runs(_db(request), limit=500, **of)
    name = "hooks/_runs.html" if render.wants_fragment(request) else "hooks/alone.html"
    return render.respond(request, name, runs=runs, rail=await rail.load(_db(request), current=""))


async def _list(request: Request, token: str = "") -> Response:
    found = await hook.hooks(_db(request))
    groups = [(name, [each for each in found if each.event == name]) for name in EVENTS]
    return render.respond(
        request,
        "hooks/page.html",
        groups=[(name, rows) for name, rows in groups if rows],
        events=EVENTS,
        gates=GATES,
        trouble=await request.app.state.hooks.trouble(),
        token=token,
        rail=await rail.load(_db(request), current=""),
    )


async def _form(
    request: Request,
    typed: Typed,
    stored: hook.Hook | None = None,
    *,
    refusal: Refused | None = None,
    ran: Any = None,
) -> Response:
    conflict = stored if refusal is not None and refusal.code == "revision_conflict" else None
    vault: Vault = request.app.state.vault
    if stored is not None and refusal is None:
        typed.revision = str(stored.revision)
    return render.respond(
        request,
        "hooks/hook.html",
        status=refusal.status if refusal else 200,
        typed=typed,
        hook=stored,
        revision=stored.revision if stored is not None else "",
        conflict=conflict,
        problem=refusal.message if refusal is not None and conflict is None else "",
        events=EVENTS,
        gates=GATES,
        secrets=[each.name for each in await vault.names(OWNER)],
        trouble=await request.app.state.hooks.trouble(),
        ran=ran,
        runs=await hook.runs(_db(request), hook_id=stored.id, limit=_SHOWN_RUNS)
        if stored is not None
        else [],
        rail=await rail.load(_db(request), current=""),
    )


def _typed(form: FormData) -> Typed:
    return Typed(
        event=forms.field(form, "event"),
        matcher=forms.field(form, "matcher"),
        kind=forms.field(form, "kind"),
        argv=forms.text(form, "argv"),
        url=forms.field(form, "url").strip(),
        allow_loopback=forms.field(form, "allow_loopback") == "on",
        secret_names=forms.fields(form, "secret"),
        timeout_ms=forms.field(form, "timeout_ms").strip(),
        on_failure=forms.field(form, "on_failure"),
        enabled=forms.field(form, "enabled") == "on",
        revision=forms.field(form, "revision"),
    )


def _columns(typed: Typed) -> dict[str, Any]:
    """Return the columns that a form stands for; what belongs to the other kind is left behind. Refused 422."""
    if typed.event not in EVENTS or typed.kind not in ("command", "http"):
        raise Refused(422, "out_of_range", "Choose an event, and whether it is a command or an address.")
    command = typed.kind == "command"
    gate = typed.event in GATES
    failure = typed.on_failure if gate and typed.on_failure in ("block", "continue") else None
    return {
        "event": typed.event,
        "matcher": typed.matcher if EVENTS[typed.event][1] else "",
        "kind": typed.kind,
        "argv": [line.strip() for line in typed.argv.splitlines() if line.strip()] if command else [],
        "url": None if command else typed.url,
        "allow_loopback": typed.allow_loopback and not command,
        "secret_names": typed.secret_names,
        "timeout_ms": whole(typed.timeout_ms or ("10000" if gate else "30000"), "timeoutMs", 100, 60_000),
        "on_failure": failure or ("block" if gate else "continue"),
        "enabled": typed.enabled,
    }


def _kept(stored: hook.Hook) -> Typed:
    return Typed(
        stored.event,
        stored.matcher.replace(",", ", "),
        stored.kind,
        "\n".join(stored.argv),
        stored.url or "",
        stored.allow_loopback,
        stored.secret_names,
        str(stored.timeout_ms),
        stored.on_failure,
        stored.enabled,
        str(stored.revision),
    )


def _turn_id(request: Request) -> UUID:
    try:
        return UUID(request.path_params["turn_id"])
    except ValueError:
        raise Refused(400, "invalid_id", "The id of a turn is a UUID.") from None


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
