"""Notifications: where they are sent, over JSON and on a page, what was sent, and each for the pages that show it."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import notice, settings
from app.vault import Vault
from app.web import body, forms, rail, render, wire_notices
from app.web.pages import page
from app.web.query import whole
from app.web.secrets import OWNER

_ADDRESS = "/settings/notifications"
_SHOWN = 20


async def load(request: Request) -> Response:
    """GET /api/settings/notifications"""
    return JSONResponse(await _state(request))


async def change(request: Request) -> Response:
    """PATCH /api/settings/notifications. Refused 409 with what is stored, 422 invalid_url or unknown_secret."""
    asked = await body.read(request, wire_notices.NotificationPatch)
    try:
        await _change(request, asked.revision, asked.changes())
    except Refused as refusal:
        if refusal.code != "revision_conflict":
            raise
        stored = {"settings": await _state(request)}
        raise Refused(409, "revision_conflict", "revision conflict", stored) from None
    return JSONResponse(await _state(request))


async def send_test(request: Request) -> Response:
    """POST /api/settings/notifications/test: send one now; returns it, with how that went."""
    await body.read(request, wire_notices.Nothing)
    return JSONResponse(await _test(request), status_code=201)


async def list_notices(request: Request) -> Response:
    """GET /api/notices?limit=, newest first."""
    limit = whole(request.query_params.get("limit", "50"), "limit", 1, 500)
    found = await notice.notices(_db(request), limit=limit)
    return JSONResponse({"notices": [_shown(each) for each in found], "nextCursor": None})


@page
async def one(request: Request) -> Response:
    """GET /notices/:id: a notification for the page that heard of it."""
    found = await notice.notices(_db(request), whole(request.path_params["id"], "id", 1, 2**63 - 1))
    if not found:
        raise Refused(404, "notice_not_found", "There is no such notification any more.")
    return JSONResponse(_shown(found[0]))


@page
async def show(request: Request) -> Response:
    """GET /settings/notifications"""
    return await _show(request, await settings.notification(_db(request)))


@page
async def save(request: Request) -> Response:
    """POST /settings/notifications: save the form, or say what is wrong with it."""
    form = await forms.read(request)
    stored = await settings.notification(_db(request))
    changes: dict[str, Any] = {
        "url": forms.field(form, "url").strip(),
        "allow_loopback": forms.field(form, "allow_loopback") == "on",
        "secret_name": forms.field(form, "secret_name"),
        "on_done": forms.field(form, "on_done") == "on",
        "on_failed": forms.field(form, "on_failed") == "on",
        "on_waiting": forms.field(form, "on_waiting") == "on",
    }
    try:
        await _change(request, whole(forms.field(form, "revision"), "revision", 1, 2**63 - 1), changes)
    except Refused as refusal:
        typed = settings.Notification(**changes, revision=stored.revision, updated_at=stored.updated_at)
        return await _show(request, typed, refusal.status, problem=refusal.message)
    return render.go_to(request, _ADDRESS)


@page
async def test(request: Request) -> Response:
    """POST /settings/notifications/test: send one now."""
    await _test(request)
    return render.go_to(request, _ADDRESS)


async def _test(request: Request) -> dict[str, Any]:
    id = await notice.note(_db(request), "test", "Notifications work", _ADDRESS)
    await request.app.state.notices.deliver(id)
    return _shown((await notice.notices(_db(request), id))[0])


async def _change(request: Request, revision: int, changes: dict[str, Any]) -> None:
    url, vault = changes.get("url"), request.app.state.vault
    stored = await settings.notification(_db(request))
    loopback = changes.get("allow_loopback", stored.allow_loopback)
    if url and (fault := request.app.state.notices.fault(url, loopback)):
        raise Refused(422, "invalid_url", f"url: {fault}.")
    name = changes.get("secret_name")
    if name and name not in {each.name for each in await vault.names(OWNER)}:
        raise Refused(422, "unknown_secret", f"secretName: no secret is called {name}. Store it first.")
    await settings.change_notification(_db(request), revision, **changes)


async def _state(request: Request) -> dict[str, Any]:
    stored = await settings.notification(_db(request))
    return wire_notices.NotificationOut.model_validate(stored).json_ready()


async def _show(
    request: Request, typed: settings.Notification, status: int = 200, problem: str = ""
) -> Response:
    vault: Vault = request.app.state.vault
    return render.respond(
        request,
        "settings/notifications.html",
        status=status,
        typed=typed,
        problem=problem,
        secrets=[each.name for each in await vault.names(OWNER)],
        notices=await notice.notices(_db(request), limit=_SHOWN),
        rail=await rail.load(_db(request), current=""),
    )


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db


def _shown(row: notice.Notice) -> dict[str, Any]:
    return wire_notices.NoticeOut.model_validate(row).json_ready()
