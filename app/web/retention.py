"""JSON under /api/settings/memory-retention: how long episodes are kept."""

import asyncio

from pydantic.alias_generators import to_camel
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import job, memory, settings
from app.web import body, wire_memory

CHORE = "memory-prune"


async def load(request: Request) -> Response:
    """GET /api/settings/memory-retention"""
    return JSONResponse((await state(_db(request))).json_ready())


async def change(request: Request) -> Response:
    """PATCH /api/settings/memory-retention. Refused 409 with what is stored."""
    db = _db(request)
    asked = await body.read(request, wire_memory.RetentionPatch)
    try:
        await settings.change_memory_retention(db, asked.revision, asked.episode_days, asked.episodes_kept)
    except Refused as refusal:
        if refusal.code != "revision_conflict":
            raise body.in_camel_case(refusal) from None
        stored = (await state(db)).json_ready()
        raise Refused(409, "revision_conflict", "revision conflict", {"settings": stored}) from None
    return JSONResponse((await state(db)).json_ready())


async def state(db: Database) -> wire_memory.RetentionOut:
    """Return the settings, what they would remove by now, and the last run. Refused 503 settings_missing."""
    stored, fields, next_run, last_run = await asyncio.gather(
        settings.memory_retention(db),
        settings.memory_retention_fields(db),
        memory.prunable(db),
        job.chore(db, CHORE),
    )
    return wire_memory.RetentionOut(
        episode_days=stored.episode_days,
        episodes_kept=stored.episodes_kept,
        revision=stored.revision,
        updated_at=stored.updated_at,
        next_run=wire_memory.PrunedOut.model_validate(next_run),
        last_run=None if last_run is None else wire_memory.PruningOut.model_validate(last_run),
        fields=[
            wire_memory.SettingOut(
                name=to_camel(one.name), lowest=one.lowest, highest=one.highest, meaning=one.meaning
            )
            for one in fields
        ],
    )


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
