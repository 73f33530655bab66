"""The room `agent`: the supervisor and its specialists, and how tools may be used."""

from dataclasses import dataclass
from datetime import datetime

from app.db import Database


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
