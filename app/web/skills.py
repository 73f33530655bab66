"""JSON under /api/agents/:id/skills: the skills of an agent, and their import."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app import skill_files
from app.db import Database, Refused
from app.queries import agent
from app.web import body, wire_agents
from app.web.agents import path_id
from app.web.query import flag, whole


async def list_skills(request: Request) -> Response:
    """GET /api/agents/:id/skills."""
    db, agent_id = _db(request), path_id(request)
    await agent.load(db, agent_id)
    found = await agent.skills(db, agent_id)
    return JSONResponse({"skills": [_shown(row) for row in found], "nextCursor": None})


async def create_skill(request: Request) -> Response:
    """POST /api/agents/:id/skills."""
    db, agent_id = _db(request), path_id(request)
    asked = await body.read(request, wire_agents.SkillIn)
    id = await agent.create_skill(db, agent_id, **asked.model_dump())
    return JSONResponse(_shown(await agent.load_skill(db, agent_id, id)), status_code=201)


async def import_skill(request: Request) -> Response:
    """POST /api/agents/:id/skills/import?filename=&preview=: a SKILL.md or a zip of its folder as the body.

    With preview=true nothing is stored. What was changed or left out is told in `notes`.
    """
    db, agent_id, query = _db(request), path_id(request), request.query_params
    preview = flag(query.get("preview", "false"), "preview")
    draft = read_upload(await request.body(), query.get("filename", ""))
    shown = wire_agents.SkillDraft.model_validate(draft).json_ready()
    if preview:
        return JSONResponse(shown)
    notes = shown.pop("notes")
    id = await agent.create_skill(db, agent_id, **wire_agents.SkillIn.model_validate(shown).model_dump())
    return JSONResponse(_shown(await agent.load_skill(db, agent_id, id)) | {"notes": notes}, status_code=201)


def read_upload(data: bytes, filename: str) -> skill_files.Draft:
    """Return the skill in an upload. Refused 422 unreadable_skill."""
    try:
        return skill_files.read(data, filename)
    except skill_files.Unreadable as problem:
        raise Refused(422, "unreadable_skill", str(problem)) from None


async def change_skill(request: Request) -> Response:
    """PATCH /api/agents/:id/skills/:skillId."""
    db, agent_id, id = _db(request), path_id(request), path_id(request, "skill_id")
    asked = await body.read(request, wire_agents.SkillPatch)
    try:
        await agent.change_skill(db, agent_id, id, **asked.model_dump())
    except Refused as refusal:
        raise await with_stored(db, agent_id, id, refusal) from None
    return JSONResponse(_shown(await agent.load_skill(db, agent_id, id)))


async def delete_skill(request: Request) -> Response:
    """DELETE /api/agents/:id/skills/:skillId?revision="""
    db, agent_id, id = _db(request), path_id(request), path_id(request, "skill_id")
    query = request.query_params
    revision = whole(query["revision"], "revision", 1, 2**63 - 1) if "revision" in query else None
    try:
        await agent.remove_skill(db, agent_id, id, revision)
    except Refused as refusal:
        raise await with_stored(db, agent_id, id, refusal) from None
    return Response(status_code=204)


async def with_stored(db: Database, agent_id: str, id: str, refusal: Refused) -> Refused:
    """Give a revision conflict the stored skill, so that its reader can compare."""
    if refusal.code != "revision_conflict":
        return refusal
    stored = _shown(await agent.load_skill(db, agent_id, id))
    return Refused(refusal.status, refusal.code, "revision conflict", {"skill": stored})


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db


def _shown(row: agent.Skill) -> dict[str, Any]:
    return wire_agents.SkillOut.model_validate(row).json_ready()
