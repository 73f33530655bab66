"""Every JSON shape of the API, declared once: camelCase outside, strict on the way in."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}\z")]
Title = Annotated[str, StringConstraints(max_length=200)]
Revision = Annotated[int, Field(ge=1, le=2**63 - 1)]
Count = Annotated[int, Field(ge=0, le=2**63 - 1)]
Number = Annotated[float, Field(strict=True, ge=0, le=1)]
ModelId = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Parts = Annotated[list[dict[str, Any]], Field(min_length=1, max_length=100)]


class _In(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", strict=True)


class _Out(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)

    def json_ready(self) -> dict[str, Any]:
        """Return what goes into the response."""
        return self.model_dump(mode="json", by_alias=True)


class SessionCreate(_In):
    id: Id | None = None
    title: Title = ""
    workspace_id: Id | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    temporary: bool = False


class SessionSave(_In):
    """PUT: what a client may save of a session as a whole, never message content."""

    revision: Revision
    title: Title
    workspace_id: Id
    metadata: dict[str, Any] = Field(default_factory=dict)
    feedback: dict[str, Any] = Field(default_factory=dict)


class SessionPatch(_In):
    """PATCH: rename (an empty title unlocks it), archive or restore, pin or unpin, mark as read.

    A pin and a read mark are no writes to the session: alone they need no revision.
    """

    revision: Revision | None = None
    title: Title | None = None
    archived: bool | None = None
    pinned: bool | None = None
    unread: Literal[False] | None = None

    @model_validator(mode="after")
    def _a_write_names_its_revision(self) -> Self:
        if self.revision is None and (self.title is not None or self.archived is not None):
            raise PydanticCustomError("missing", "a new title or place needs the revision that it changes")
        return self


class DraftIn(_In):
    """PUT /api/sessions/:id/draft. `draftId` names a draft until it is sent; a save that comes later is not kept."""

    text: str
    draft_id: Id | None = None


class ForkIn(_In):
    """POST /api/sessions/:id/fork: up to a message, or all of it."""

    id: Id | None = None
    message_id: Id | None = None


class TextPart(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    type: Literal["text"]
    text: str


class FilePart(BaseModel):
    """A file by its address, or whole in a data: URL. What it is said to be is not relied on."""

    model_config = ConfigDict(alias_generator=to_camel, extra="ignore", strict=True)

    type: Literal["file"]
    media_type: str = ""
    filename: str | None = None
    url: str


class UserMessage(_In):
    """The newest UI message. Clients add metadata and times of their own; metadata is kept."""

    model_config = ConfigDict(extra="ignore")

    id: Id
    role: Literal["user"]
    parts: Parts
    metadata: dict[str, Any] | None = None


class ChatRequest(_In):
    """POST /api/chat. Of `messages`, which stock clients send, only the last is read."""

    id: Id
    message: dict[str, Any] | None = None
    messages: list[Any] | None = None
    model: ModelId | None = None
    workspace_id: Id | None = None
    trigger: Literal["submit-message", "regenerate-message"] = "submit-message"
    message_id: str | None = None


class QueuedPatch(_In):
    """PATCH /api/chat/:id/queue/:messageId."""

    revision: Revision
    parts: Parts


class VersionChoice(_In):
    """POST /api/sessions/:id/versions."""

    revision: Revision
    message_id: Id


class FactIn(_In):
    """POST /api/memories. What a fact may hold is decided where facts are written; here only its form."""

    content: str
    key: str | None = None
    importance: Number | None = None


class FactPatch(FactIn):
    """PATCH /api/memories/:id."""

    revision: Revision | None = None


class MemoryOut(_Out):
    id: UUID
    kind: str
    key: str | None
    content: str
    importance: float
    session_id: str | None
    revision: int
    created_at: datetime
    updated_at: datetime
    last_accessed_at: datetime | None
    access_count: int


class EarlierOut(_Out):
    """An earlier value of a fact."""

    id: UUID
    content: str
    created_at: datetime
    superseded_at: datetime


class MeaningPatch(_In):
    """PATCH /api/settings/memory-embedding; what is left out stays as it is."""

    revision: Revision
    enabled: bool | None = None
    model: str | None = None


class MeaningOut(_Out):
    """Meaning-based recall: its settings, what there is to do it with, and how far it is."""

    enabled: bool
    model: str
    revision: int
    updated_at: datetime
    extension_installed: bool
    gateway_offers_embeddings: bool | None
    models: list[str]
    memories: int
    embedded: int
    model_in_use: str | None
    dimension: int | None
    last_error: str | None
    retry_at: datetime | None
    paused_until: datetime | None
    warning: str | None


class AttachmentOut(_Out):
    """A file as it is stored; size in bytes, `url` for a part of a message."""

    id: str
    name: str
    media_type: str
    size: int
    url: str


class RetentionPatch(_In):
    """PATCH /api/settings/memory-retention; what is left out stays as it is. Ranges are decided where it is stored."""

    revision: Revision
    episode_days: Count | None = None
    episodes_kept: Count | None = None


class PrunedOut(_Out):
    """Episodes that are too old, and that are too many."""

    expired: int
    surplus: int


class PruningOut(_Out):
    """A run of pruning; without an end and a result while it runs, and when its process died."""

    started_at: datetime
    finished_at: datetime | None
    result: PrunedOut | None


class SettingOut(_Out):
    """A setting: its name, its range, and what it means."""

    name: str
    lowest: int
    highest: int
    meaning: str


class RetentionOut(_Out):
    """How long episodes are kept, what the next run of pruning would remove by now, and what the last one did."""

    episode_days: int
    episodes_kept: int
    revision: int
    updated_at: datetime
    next_run: PrunedOut
    last_run: PruningOut | None
    fields: list[SettingOut]


class AgentPatch(_In):
    """PATCH /api/agents/:id; what is left out stays as it is. Id and source address are fixed."""

    revision: Revision
    name: str | None = None
    description: str | None = None
    instructions: str | None = None
    workspace_access: str | None = None
    browser_access: str | None = None
    delegation_eligible: bool | None = None
    tools: list[str] | None = None


class AgentOut(_Out):
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


class ToolPatch(_In):
    """PATCH /api/tools/:key: how a tool may be used, by all agents."""

    policy: str


class ToolOut(_Out):
    """A tool that an agent can be given, and how it may be used."""

    key: str
    id: str
    group: str
    description: str
    needs: list[str]
    suspends: bool
    policy: str
    agents: list[str]


class RuntimePatch(_In):
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


class RuntimeOut(_Out):
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


class SessionOut(_Out):
    id: str
    title: str
    title_locked: bool
    workspace_id: str
    metadata: dict[str, Any]
    feedback: dict[str, Any]
    revision: int
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None
    pinned_at: datetime | None
    temporary: bool
    forked_from: str | None
    unread: bool


class MessageOut(_Out):
    """A UI message as clients keep it; of an answer, the question and the ids of all versions, oldest first."""

    id: str
    role: str
    parts: list[dict[str, Any]]
    metadata: dict[str, Any]
    question_id: str | None
    versions: list[str]


class QueuedOut(_Out):
    """A message that waits for its turn; position is its place in line, from 1."""

    id: str
    position: int
    parts: list[dict[str, Any]]
    metadata: dict[str, Any]
    model: str
    workspace_id: str | None
    revision: int
    created_at: datetime


class Mark(_Out):
    """Where a word stands in a text, counted in characters (code points) from 0."""

    start: int
    end: int


class HitOut(_Out):
    """What a search found: a message, or the title of a session (then without message, position, role, snippet).

    The snippet is plain text; `hits` counts the session's messages that were found, of which a page has a few.
    """

    session_id: str
    title: str
    title_marks: list[Mark]
    archived_at: datetime | None
    temporary: bool
    hits: int
    message_id: str | None
    position: int | None
    role: str | None
    created_at: datetime
    snippet: str | None
    marks: list[Mark]


class ModelsOut(_Out):
    models: list[str]
    context_windows: dict[str, int]
    default_model: str


Line = Annotated[str, StringConstraints(max_length=2000)]


class SkillIn(_In):
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


class SkillPatch(_In):
    """PATCH /api/agents/:id/skills/:skillId; what is left out stays as it is."""

    revision: Revision
    name: str | None = None
    description: str | None = None
    body: str | None = None
    references: dict[str, str] | None = None
    enabled: bool | None = None
    position: Annotated[int, Field(ge=1, le=1_000_000)] | None = None


class SkillOut(_Out):
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


class SkillDraft(_Out):
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
