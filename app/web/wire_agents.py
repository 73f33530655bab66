"""The JSON shapes of agents: rows, tools, runtime settings, skills."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from app.web.wire import In, Out, Revision


class AgentPatch(In):
    """PATCH /api/agents/:id; what is left out stays as it is. Id and source address are fixed."""

    revision: Revision
    name: str | None = None
    description: str | None = None
    instructions: str | None = None
    workspace_access: str | None = None
    browser_access: str | None = None
    delegation_eligible: bool | None = None
    tools: list[str] | None = None


class AgentOut(Out):
    """An agent; `unknown_tools` are those of its tools that popagent does not have."""

    id: str
    name: str
    description: str
    instructions: str
    source_url: str
    workspace_access: str
    browser_access: str
    delegation_eligible: bool
    tools: list[str]
    unknown_tools: list[str] = Field(default_factory=list)
    revision: int
    created_at: datetime
    updated_at: datetime


class ToolPatch(In):
    """PATCH /api/tools/:key: how a tool may be used, by all agents."""

    policy: str


class ToolOut(Out):
    """A tool that an agent can be given, and how it may be used."""

    key: str
    id: str
    group: str
    description: str
    needs: list[str]
    suspends: bool
    can_wait: bool
    policy: str
    agents: list[str]


class RuntimePatch(In):
    """PATCH /api/settings/agent-runtime; what is left out stays as it is. Ranges are decided where it is stored."""

    revision: Revision
    default_model: str | None = None
    supervisor_max_steps: int | None = None
    specialist_max_steps: int | None = None
    tool_call_concurrency: int | None = None
    processor_retries: int | None = None
    final_response_feedback: str | None = None
    delegation_context_messages: int | None = None
    delegation_context_characters: int | None = None
    delegation_result_characters: int | None = None
    delegation_failure_text: str | None = None
    delegation_truncation_text: str | None = None
    background_concurrency: int | None = None
    background_polling_ms: int | None = None
    background_timeout_seconds: int | None = None
    background_stale_after_seconds: int | None = None


class RuntimeOut(Out):
    """How executions run."""

    default_model: str
    supervisor_max_steps: int
    specialist_max_steps: int
    tool_call_concurrency: int
    processor_retries: int
    final_response_feedback: str
    delegation_context_messages: int
    delegation_context_characters: int
    delegation_result_characters: int
    delegation_failure_text: str
    delegation_truncation_text: str
    background_concurrency: int
    background_polling_ms: int
    background_timeout_seconds: int
    background_stale_after_seconds: int
    revision: int
    updated_at: datetime


Line = Annotated[str, StringConstraints(max_length=2000)]


class SkillIn(In):
    """POST /api/agents/:id/skills. What fits a skill is decided where skills are stored; here only its form."""

    name: str
    description: str
    body: str
    references: dict[str, str] = Field(default_factory=dict)
    license: Line | None = None
    compatibility: Line | None = None
    metadata: dict[str, str] = Field(default_factory=dict)
    allowed_tools: Line | None = None
    enabled: bool = True
    source_url: Annotated[str, StringConstraints(pattern=r"^https://\S+\z", max_length=500)] | None = None


class SkillPatch(In):
    """PATCH /api/agents/:id/skills/:skillId; what is left out stays as it is."""

    revision: Revision
    name: str | None = None
    description: str | None = None
    body: str | None = None
    references: dict[str, str] | None = None
    enabled: bool | None = None
    position: Annotated[int, Field(ge=1, le=1_000_000)] | None = None


class SkillOut(Out):
    id: str
    agent_id: str
    name: str
    description: str
    body: str
    references: dict[str, str] = Field(validation_alias="reference_files")
    license: str | None
    compatibility: str | None
    metadata: dict[str, str]
    allowed_tools: str | None
    enabled: bool
    source_url: str | None
    position: int
    revision: int
    created_at: datetime
    updated_at: datetime


class SkillDraft(Out):
    """A skill as an import read it, before it is stored; `notes` says what was changed or left out."""

    name: str
    description: str
    body: str
    references: dict[str, str]
    license: str | None
    compatibility: str | None
    metadata: dict[str, str]
    allowed_tools: str | None
    notes: list[str]
