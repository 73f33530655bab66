"""JSON under /api/agents and /api/tools: who works, with which tools, and how those may be used."""

import re
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import agent
from app.web import body, wire_agents

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


async def list_agents(request: Request) -> Response:
    """GET /api/agents"""
    found = await agent.roster(_db(request))
    return JSONResponse({"agents": [_shown(request, one) for one in found], "nextCursor": None})


async def load_agent(request: Request) -> Response:
    """GET /api/agents/:id with the system message that an execution would be given now."""
    found = await agent.load(_db(request), path_id(request))
    message = await agent.system_message(_db(request), found.id)
    return JSONResponse(_shown(request, found) | {"systemMessage": message})


async def change_agent(request: Request) -> Response:
    """PATCH /api/agents/:id. A stale revision is refused 409 with what is stored."""
    db, id = _db(request), path_id(request)
    asked = await body.read(request, wire_agents.AgentPatch)
    try:
        await store(request, id, asked.revision, asked.model_dump(exclude={"revision"}, exclude_unset=True))
    except Refused as refusal:
        if refusal.code == "revision_conflict":
            stored = _shown(request, await agent.load(db, id))
            raise Refused(409, "revision_conflict", "revision conflict", {"agent": stored}) from None
        raise body.in_camel_case(refusal) from None
    return JSONResponse(_shown(request, await agent.load(db, id)))


async def list_tools(request: Request) -> Response:
    """GET /api/tools"""
    return JSONResponse({"tools": [one.json_ready() for one in await tools(request)], "nextCursor": None})


async def change_tool(request: Request) -> Response:
    """PATCH /api/tools/:key: decide for all agents how a tool may be used."""
    key = path_id(request)
    asked = await body.read(request, wire_agents.ToolPatch)
    await set_policy(request, key, asked.policy)
    return JSONResponse(next(one.json_ready() for one in await tools(request) if one.key == key))


async def store(
    request: Request, id: str, revision: int, changes: dict[str, Any], also_known: Sequence[str] = ()
) -> int:
    """Change an agent, by its columns' names; return its new revision. Refused 404, 409, 422.

    Tools must be among those that popagent has, that the row names already, or `also_known`.
    """
    known = [*(one.key for one in request.app.state.engine.tools()), *also_known]
    return await agent.change(_db(request), id, revision, known_tools=known, **changes)


async def set_policy(request: Request, key: str, policy: str) -> None:
    """Decide how a tool may be used. Refused 404 tool_not_found, 422 out_of_range."""
    found = next((one for one in request.app.state.engine.tools() if one.key == key), None)
    if found is None:
        raise Refused(404, "tool_not_found", "popagent has no tool of this name.")
    if policy == "ask" and not found.can_wait:
        raise Refused(
            422,
            "cannot_ask",
            f"{key} is given a value that is not written down, so that it cannot wait: allow it always, or never.",
        )
    await agent.set_tool_policy(_db(request), key, policy)


async def tools(request: Request) -> list[wire_agents.ToolOut]:
    """Return all tools that there are, each with its policy and the ids of the agents that have it."""
    policies = {one.tool: one.policy for one in await agent.tool_policies(_db(request))}
    roster = await agent.roster(_db(request))
    return [
        wire_agents.ToolOut(
            key=one.key,
            id=one.id,
            group=one.group,
            description=one.description,
            needs=one.needs,
            suspends=one.suspends,
            can_wait=one.can_wait,
            policy=policies.get(one.key, "always"),
            agents=[each.id for each in roster if one.key in each.tools],
        )
        for one in request.app.state.engine.tools()
    ]


def unknown_tools(request: Request, found: agent.Agent) -> list[str]:
    """Return the tools that an agent's row names and popagent does not have."""
    known = {one.key for one in request.app.state.engine.tools()}
    return [name for name in found.tools if name not in known]


def path_id(request: Request, name: str = "id") -> str:
    """Return an id in the address. Refused 400 when it cannot be one."""
    id: str = request.path_params[name]
    if not _ID.fullmatch(id):
        raise Refused(400, "invalid_id", "An id has 1 to 64 characters out of A-Z, a-z, 0-9, _ and -.")
    return id


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db


def _shown(request: Request, row: agent.Agent) -> dict[str, Any]:
    shown = wire_agents.AgentOut.model_validate(row)
    return shown.model_copy(update={"unknown_tools": unknown_tools(request, row)}).json_ready()
