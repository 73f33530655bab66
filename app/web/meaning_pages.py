"""The page /settings/memory-meaning: one form, what is missing, and how far it is."""

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from app.db import Refused
from app.web import forms, meaning, rail, render
from app.web.pages import page

_ADDRESS = "/settings/memory-meaning"


@page
async def show(request: Request) -> Response:
    """The form; as a fragment only how far it is."""
    if render.wants_fragment(request):
        state = await meaning.state(request)
        return render.respond(request, "settings/_progress.html", state=state)
    return await _show(request)


@page
async def save(request: Request) -> Response:
    """Save the form. What is refused stays in it, beside what is stored."""
    form = await forms.read(request)
    enabled, model = forms.field(form, "enabled") == "on", forms.field(form, "model").strip()
    revision = forms.field(form, "revision")
    try:
        number = int(revision) if re.fullmatch(r"\d{1,18}", revision, re.ASCII) else 0
        await meaning.store(request, number, enabled, model)
    except Refused as refusal:
        if refusal.status not in (409, 422):
            raise
        typed = {"enabled": enabled, "model": model}
        return await _show(request, refusal.status, typed=typed, problem=refusal.message)
    return render.go_to(request, _ADDRESS)


async def _show(request: Request, status: int = 200, **more: Any) -> Response:
    state = await meaning.state(request)
    context: dict[str, Any] = {
        "state": state,
        "typed": {"enabled": state.enabled, "model": state.model},
        "problem": "",
        "rail": await rail.load(request.app.state.db, current=""),
    } | more
    return render.respond(request, "settings/meaning.html", status=status, **context)
