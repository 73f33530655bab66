"""Secrets over JSON and on the page: written, named, replaced and deleted, and never shown."""

from collections.abc import Awaitable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Refused
from app.vault import Vault
from app.web import body, forms, rail, render, wire_secrets
from app.web.pages import page
from app.web.query import whole

OWNER = "popagent-user"
_ADDRESS = "/settings/secrets"


async def list_secrets(request: Request) -> Response:
    """GET /api/secrets: the names, and why secrets are off when they are."""
    vault = _vault(request)
    rows = [wire_secrets.SecretOut.model_validate(row).json_ready() for row in await vault.names(OWNER)]
    return JSONResponse({"secrets": rows, "nextCursor": None, "off": await vault.trouble() or None})


async def create_secret(request: Request) -> Response:
    """POST /api/secrets. Refused 409 secret_exists, 422 invalid_name or invalid_value, 503 secrets_off."""
    asked = await body.read(request, wire_secrets.SecretIn)
    revision = await _vault(request).store(OWNER, asked.name, asked.value)
    return JSONResponse({"name": asked.name, "revision": revision}, status_code=201)


async def update_secret(request: Request) -> Response:
    """PUT /api/secrets/:name. Refused 404 secret_not_found, 409 revision_conflict, 422, 503 secrets_off."""
    name = str(request.path_params["name"])
    asked = await body.read(request, wire_secrets.SecretValue)
    revision = await _vault(request).update(OWNER, name, asked.value, asked.revision)
    return JSONResponse({"name": name, "revision": revision})


async def delete_secret(request: Request) -> Response:
    """DELETE /api/secrets/:name?revision=. Refused 404 secret_not_found, 409 revision_conflict."""
    query = request.query_params
    revision = whole(query["revision"], "revision", 1, 2**63 - 1) if "revision" in query else None
    await _vault(request).remove(OWNER, str(request.path_params["name"]), revision)
    return Response(status_code=204)


@page
async def show(request: Request) -> Response:
    """GET /settings/secrets"""
    return await _show(request)


@page
async def store(request: Request) -> Response:
    """POST /settings/secrets: store what the form holds, or say what is wrong with it; the value is not sent back."""
    form = await forms.read(request)
    name = forms.field(form, "name").strip()
    return await _done(
        request, _vault(request).store(OWNER, name, forms.text(form, "value")), name, typed=name
    )


@page
async def replace(request: Request) -> Response:
    """POST /settings/secrets/replace"""
    form = await forms.read(request)
    name, value = forms.field(form, "name"), forms.text(form, "value")
    return await _done(request, _vault(request).update(OWNER, name, value), name)


@page
async def remove(request: Request) -> Response:
    """POST /settings/secrets/delete"""
    form = await forms.read(request)
    name = forms.field(form, "name")
    return await _done(request, _vault(request).remove(OWNER, name), name)


async def _done(request: Request, doing: Awaitable[object], name: str, typed: str = "") -> Response:
    try:
        await doing
    except Refused as refusal:
        return await _show(request, refusal.status, fault=refusal.message, about=name, typed=typed)
    return render.go_to(request, _ADDRESS)


async def _show(
    request: Request, status: int = 200, *, fault: str = "", about: str = "", typed: str = ""
) -> Response:
    vault = _vault(request)
    return render.respond(
        request,
        "settings/secrets.html",
        status=status,
        secrets=await vault.names(OWNER),
        off=await vault.trouble(),
        fault=fault,
        about=about,
        typed=typed,
        rail=await rail.load(request.app.state.db, current=""),
    )


def _vault(request: Request) -> Vault:
    found: Vault = request.app.state.vault
    return found
