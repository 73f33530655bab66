"""JSON under /api/settings/memory-embedding: whether memories are found by meaning too, and how far that is."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import memory, settings
from app.web import body, wire_memory


async def load(request: Request) -> Response:
    """GET /api/settings/memory-embedding"""
    return JSONResponse((await state(request)).json_ready())


async def change(request: Request) -> Response:
    """PATCH /api/settings/memory-embedding: switch, or choose the model. Refused 409 with what is stored."""
    asked = await body.read(request, wire_memory.MeaningPatch)
    try:
        await store(request, asked.revision, asked.enabled, asked.model)
    except Refused as refusal:
        if refusal.code != "revision_conflict":
            raise
        stored = (await state(request)).json_ready()
        raise Refused(409, "revision_conflict", "revision conflict", {"settings": stored}) from None
    return JSONResponse((await state(request)).json_ready())


async def store(request: Request, revision: int, enabled: bool | None, model: str | None) -> None:
    """Change the settings, and begin at once with what follows. Refused 409 revision_conflict, 422."""
    db: Database = request.app.state.db
    await settings.change_memory_embedding(db, revision, enabled, model.strip() if model else model)
    await memory.request_embedding(db, anew=True)
    request.app.state.engine.meaning_changed()


async def state(request: Request) -> wire_memory.MeaningOut:
    """Return the settings with what there is to do it with, and how far it is."""
    return wire_memory.MeaningOut.model_validate(await request.app.state.engine.meaning())
