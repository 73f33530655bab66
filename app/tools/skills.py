"""Tools on an agent's skills; offered when it has an enabled one."""

from typing import Annotated

from pydantic import Field

from app.queries import agent, execution
from app.tools.base import ToolContext, tool

_Name = Annotated[str, Field(description="Name of the skill, as the catalogue has it.", max_length=64)]


@tool
async def skill(context: ToolContext, name: _Name) -> str:
    """Read a skill: its full instructions and the list of its files. Do this before the work that it is for."""
    return await execution.activate_skill(context.db, context.execution_id, name)


@tool(key="skill_read")
async def skill_read(
    context: ToolContext,
    skillName: _Name,
    path: Annotated[str, Field(description="Path of the file, as the skill lists it.", max_length=200)],
    startLine: Annotated[int | None, Field(description="First line, from 1.", ge=1)] = None,
    endLine: Annotated[int | None, Field(description="Last line, included.", ge=1)] = None,
) -> str:
    """Read a file of a skill, whole or some of its lines."""
    return await agent.read_skill(context.db, context.agent_id, skillName, path, startLine, endLine)


@tool(key="skill_search")
async def skill_search(
    context: ToolContext,
    query: Annotated[str, Field(description="Words to look for.", max_length=2000)],
    skillNames: Annotated[
        list[str] | None, Field(description="Search only these skills.", max_length=100)
    ] = None,
    topK: Annotated[int, Field(description="How many passages to return.", ge=1, le=20)] = 5,
) -> str:
    """Search the instructions and files of all your skills; returns places with the beginning of each passage."""
    found = await agent.search_skills(context.db, context.agent_id, query, skillNames, topK)
    places = [
        f"[{one.path}] (lines {one.first_line}-{one.last_line}) ({one.score:.2f})\n{one.preview}"
        for one in found
    ]
    return "\n\n".join(places) or "No passage of your skills holds these words."
