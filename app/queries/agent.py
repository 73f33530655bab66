"""The room `agent`: the supervisor and its specialists, how tools may be used, and the skills they read."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.db import Database, Json


@dataclass(frozen=True)
class Agent:
    id: str
    name: str
    description: str
    instructions: str
    source_url: str
    workspace_access: str
    browser_access: str
    delegation_eligible: bool
    tools: list[str]
    revision: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class ToolPolicy:
    tool: str
    policy: str
    updated_at: datetime


@dataclass(frozen=True)
class Skill:
    """A skill; `reference_files` is text by path, `metadata` text by name."""

    id: str
    agent_id: str
    name: str
    description: str
    body: str
    reference_files: dict[str, Any]
    license: str | None
    compatibility: str | None
    metadata: dict[str, Any]
    allowed_tools: str | None
    enabled: bool
    source_url: str | None
    position: int
    revision: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class SkillRevision:
    revision: int
    name: str
    description: str
    body: str
    reference_files: dict[str, Any]
    saved_at: datetime


@dataclass(frozen=True)
class Passage:
    path: str
    first_line: int
    last_line: int
    score: float
    preview: str


async def roster(db: Database) -> list[Agent]:
    """Return all agents in their order, the supervisor first."""
    return await db.many(Agent, "agent.roster")


async def load(db: Database, id: str) -> Agent:
    """Return one agent. Refused 404 agent_not_found."""
    row = await db.one(Agent, "agent.load", p_id=id)
    assert row is not None
    return row


async def change(
    db: Database,
    id: str,
    revision: int,
    *,
    known_tools: list[str],
    name: str | None = None,
    description: str | None = None,
    instructions: str | None = None,
    workspace_access: str | None = None,
    browser_access: str | None = None,
    delegation_eligible: bool | None = None,
    tools: list[str] | None = None,
) -> int:
    """Change an agent; None leaves a value. Return its new revision.

    Refused 404 agent_not_found, 409 revision_conflict, 422 out_of_range or unknown_tool.
    """
    return int(
        await db.value(
            "agent.change",
            p_id=id,
            p_revision=revision,
            p_name=name,
            p_description=description,
            p_instructions=instructions,
            p_workspace_access=workspace_access,
            p_browser_access=browser_access,
            p_delegation_eligible=delegation_eligible,
            p_tools=tools,
            p_known_tools=known_tools,
        )
    )


async def system_message(db: Database, agent_id: str) -> str | None:
    """Return the system message of an execution that an agent would begin now; None when there is no such agent."""
    found: str | None = await db.value("agent.system_message", p_agent_id=agent_id)
    return found


async def tool_policies(db: Database) -> list[ToolPolicy]:
    """Return what was decided about tools; any other tool may always be used."""
    return await db.many(ToolPolicy, "agent.tool_policies")


async def set_tool_policy(db: Database, tool: str, policy: str) -> None:
    """Decide for all agents how a tool may be used. Refused 422 out_of_range."""
    await db.value("agent.set_tool_policy", p_tool=tool, p_policy=policy)


async def skills(db: Database, agent_id: str) -> list[Skill]:
    """Return an agent's skills in the order of their catalogue."""
    return await db.many(Skill, "agent.skills", p_agent_id=agent_id)


async def load_skill(db: Database, agent_id: str, id: str) -> Skill:
    """Return one skill. Refused 404 skill_not_found."""
    row = await db.one(Skill, "agent.load_skill", p_agent_id=agent_id, p_id=id)
    assert row is not None
    return row


async def create_skill(
    db: Database,
    agent_id: str,
    *,
    name: str,
    description: str,
    body: str,
    references: dict[str, str],
    license: str | None = None,
    compatibility: str | None = None,
    metadata: dict[str, str],
    allowed_tools: str | None = None,
    enabled: bool = True,
    source_url: str | None = None,
) -> str:
    """Give an agent a skill; return its id. Refused 404 agent_not_found, 409 skill_exists or too_many_skills, 422."""
    return str(
        await db.value(
            "agent.create_skill",
            p_agent_id=agent_id,
            p_name=name,
            p_description=description,
            p_body=body,
            p_references=Json(references),
            p_license=license,
            p_compatibility=compatibility,
            p_metadata=Json(metadata),
            p_allowed_tools=allowed_tools,
            p_enabled=enabled,
            p_source_url=source_url,
        )
    )


async def change_skill(
    db: Database,
    agent_id: str,
    id: str,
    revision: int,
    *,
    name: str | None = None,
    description: str | None = None,
    body: str | None = None,
    references: dict[str, str] | None = None,
    enabled: bool | None = None,
    position: int | None = None,
) -> int:
    """Change a skill; what is None stays. Return its new revision. Refused 404, 409 revision_conflict, 422."""
    return int(
        await db.value(
            "agent.change_skill",
            p_agent_id=agent_id,
            p_id=id,
            p_revision=revision,
            p_name=name,
            p_description=description,
            p_body=body,
            p_references=Json(references),
            p_enabled=enabled,
            p_position=position,
        )
    )


async def remove_skill(db: Database, agent_id: str, id: str, revision: int | None = None) -> dict[str, Any]:
    """Delete a skill; return it as `restore_skill` takes it back. Refused 404, 409 revision_conflict."""
    row: dict[str, Any] = await db.value(
        "agent.remove_skill", p_agent_id=agent_id, p_id=id, p_revision=revision
    )
    return row


async def restore_skill(db: Database, agent_id: str, row: dict[str, Any]) -> str:
    """Take back a deleted skill; return its id. Refused 409 skill_exists."""
    return str(await db.value("agent.restore_skill", p_agent_id=agent_id, p_row=Json(row)))


async def move_skill(db: Database, agent_id: str, id: str, up: bool) -> None:
    """Move a skill one place up or down. Refused 404 agent_not_found."""
    await db.value("agent.move_skill", p_agent_id=agent_id, p_id=id, p_up=up)


async def skill_history(db: Database, agent_id: str, id: str) -> list[SkillRevision]:
    """Return the saved texts of a skill, newest first."""
    return await db.many(SkillRevision, "agent.skill_history", p_agent_id=agent_id, p_id=id)


async def read_skill(
    db: Database,
    agent_id: str,
    name: str,
    path: str,
    first_line: int | None = None,
    last_line: int | None = None,
) -> str:
    """Return lines of a skill's file, both ends included. Refused 404 unknown_skill or unknown_file."""
    return str(
        await db.value(
            "agent.read_skill",
            p_agent_id=agent_id,
            p_name=name,
            p_path=path,
            p_first_line=first_line,
            p_last_line=last_line,
        )
    )


async def search_skills(
    db: Database, agent_id: str, query: str, names: list[str] | None = None, limit: int = 5
) -> list[Passage]:
    """Return the passages of an agent's enabled skills that fit a query, best first."""
    return await db.many(
        Passage, "agent.search_skills", p_agent_id=agent_id, p_query=query, p_names=names, p_limit=limit
    )
