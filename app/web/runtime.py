"""JSON under /api/settings/agent-runtime: how executions run."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import settings
from app.web import body, wire_agents


async def load(request: Request) -> Response:
    """GET /api/settings/agent-runtime"""
    return JSONResponse(_shown((await settings.agent_runtime(_db(request))).settings))


async def change(request: Request) -> Response:
    """PATCH /api/settings/agent-runtime. A stale revision is refused 409 with what is stored."""
    asked = await body.read(request, wire_agents.RuntimePatch)
    changes = asked.model_dump(exclude={"revision"}, exclude_none=True)
    try:
        stored, warning = await store(request, asked.revision, changes)
    except Refused as refusal:
        if refusal.code == "revision_conflict":
            shown = _shown(refusal.detail)
            raise Refused(409, "revision_conflict", "revision conflict", {"settings": shown}) from None
        raise body.in_camel_case(refusal) from None
    return JSONResponse(_shown(stored) | ({"warning": warning} if warning else {}))


async def store(
    request: Request, revision: int, changes: dict[str, Any]
) -> tuple[dict[str, Any], str | None]:
    """Change settings, by their columns' names; return what is stored then, and a warning if there is one.

    Refused 400 invalid_body, 409 revision_conflict with the stored row, 422 out_of_range or unknown_model, 503.
    """
    if "default_model" in changes:
        changes = {**changes, "default_model": changes["default_model"].strip()}
    changed = await request.app.state.engine.change_runtime(revision, changes)
    return changed.settings, changed.warning


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    return wire_agents.RuntimeOut.model_validate(row).json_ready()
