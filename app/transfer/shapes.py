"""What the lines of an export hold: one shape for each kind, with the columns of its table.

The database decides what may be stored. The shapes hold what it would refuse, so that a file is
refused as a whole before any of it is stored. A column that is added to a table is added here.
"""

import base64
import binascii
import hashlib
from typing import Annotated, Any, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from app.transfer.row import Draft, Filled, Hash, Id, Positive, Row, Time, Trace, Uuid, Whole


class RuntimeSettings(Row):
    order = ()

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
    revision: Positive
    updated_at: Time


class EmbeddingSettings(Row):
    order = ()

    enabled: bool
    model: str
    revision: Positive
    updated_at: Time


class RetentionSettings(Row):
    order = ()

    episode_days: int
    episodes_kept: int
    revision: Positive
    updated_at: Time


class Workspace(Row):
    id: Id
    name: str
    path: str
    is_default: bool
    revision: Positive
    created_at: Time
    updated_at: Time


class Agent(Row):
    id: Id
    name: str
    description: str
    instructions: str
    source_url: str
    workspace_access: Literal["none", "read-only", "writable"]
    browser_access: Literal["none", "read-only", "interactive"]
    delegation_eligible: bool
    tools: list[str]
    position: int
    revision: Positive
    created_at: Time
    updated_at: Time


class ToolPolicy(Row):
    order = ("tool",)

    tool: str
    policy: Literal["always", "ask", "never"]
    updated_at: Time


class Skill(Row):
    part_of = ("skill", "id")
    refers = {"agent_id": "agent"}

    id: Id
    agent_id: Id
    name: str
    description: str
    body: str
    reference_files: dict[str, str]
    license: str | None
    compatibility: str | None
    metadata: dict[str, str]
    allowed_tools: str | None
    enabled: bool
    source_url: str | None
    position: Positive
    revision: Positive
    created_at: Time
    updated_at: Time


class SkillRevision(Row):
    order = ("skill_id", "revision")
    part_of = ("skill", "skill_id")
    refers = {"skill_id": "skill"}

    skill_id: Id
    revision: int
    name: str
    description: str
    body: str
    reference_files: dict[str, Any]
    saved_at: Time


class Memory(Row):
    order = ("seq",)

    id: Uuid
    seq: Positive
    resource_id: Filled
    session_id: str | None
    kind: Literal["fact", "episode"]
    key: Annotated[str, StringConstraints(min_length=1, max_length=128)] | None
    content: Annotated[str, StringConstraints(pattern=r"\S", max_length=12_100)]
    importance: Annotated[float, Field(ge=0, le=1)]
    created_at: Time
    updated_at: Time
    last_accessed_at: Time | None
    access_count: Whole
    revision: Whole
    superseded_at: Time | None
    superseded_by: Uuid | None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.kind == "fact" and len(self.content) > 2_000:
            raise ValueError("a fact has at most 2,000 characters")
        if self.kind == "episode" and (self.key is not None or self.superseded_at is not None):
            raise ValueError("an episode has no key and no successor")
        if (self.superseded_at is None) != (self.superseded_by is None):
            raise ValueError("an earlier value names its successor")
        return self


class Tombstone(Row):
    order = ("deleted_at", "folded_sha256", "resource_id", "key")

    resource_id: Filled
    key: str | None
    folded_sha256: Hash
    deleted_at: Time


class Thread(Row):
    order = ("parent_id", "id")
    part_of = ("thread", "id")
    refers = {"parent_id": "thread"}

    id: Id
    kind: Literal["chat", "task", "delegation"]
    resource_id: Filled
    parent_id: Id | None
    created_at: Time

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.parent_id is not None and self.kind != "delegation":
            raise ValueError("delegations alone belong to a thread")
        return self


class Session(Row):
    part_of = ("thread", "id")
    refers = {"id": "thread", "workspace_id": "workspace"}

    id: Id
    title: Annotated[str, StringConstraints(max_length=200)]
    title_locked: bool
    workspace_id: Id
    metadata: dict[str, Any]
    feedback: dict[str, Any]
    revision: Positive
    created_at: Time
    updated_at: Time
    archived_at: Time | None
    pinned_at: Time | None
    temporary: Literal[False]
    title_generated: bool
    forked_from: Id | None


class ThreadState(Row):
    order = ("thread_id",)
    part_of = ("thread", "thread_id")
    refers = {"thread_id": "thread"}

    thread_id: Id
    draft: Draft
    draft_id: Id | None
    sent_id: Id | None
    read_position: Whole
    updated_at: Time


class Message(Row):
    order = ("thread_id", "position")
    part_of = ("thread", "thread_id")
    refers = {"thread_id": "thread"}

    thread_id: Id
    position: Positive
    id: Id
    role: Literal["user", "assistant"]
    parts: list[Any]
    metadata: dict[str, Any]
    execution_id: Uuid
    created_at: Time
    question_id: Id | None
    shown: bool

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.role == "user" and self.question_id is not None:
            raise ValueError("a question answers nothing")
        if not self.shown and self.question_id is None:
            raise ValueError("only versions of an answer are hidden")
        return self


class Attachment(Row):
    part_of = ("thread", "thread_id")
    refers = {"thread_id": "thread"}

    id: Id
    thread_id: Id
    name: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    media_type: Literal["text/plain", "image/png", "image/jpeg", "image/gif", "image/webp"]
    size_bytes: Annotated[int, Field(ge=1, le=10 * 1024 * 1024)]
    sha256: Hash
    content: str
    text_content: Annotated[str, StringConstraints(max_length=100_000)] | None
    created_at: Time

    @model_validator(mode="after")
    def _fits(self) -> Self:
        try:
            content = base64.b64decode(self.content, validate=True)
        except binascii.Error:
            raise ValueError("the content is not base64") from None
        if len(content) != self.size_bytes or hashlib.sha256(content).hexdigest() != self.sha256:
            raise ValueError("the content is not what size and hash say")
        if (self.media_type == "text/plain") != (self.text_content is not None):
            raise ValueError("text files, and they alone, have a text")
        return self


class Execution(Row):
    part_of = ("thread", "thread_id")
    refers = {"thread_id": "thread", "agent_id": "agent", "parent_id": "execution"}

    id: Uuid
    kind: Literal["turn", "task", "delegation"]
    thread_id: Id
    parent_id: Uuid | None
    call_id: str | None
    agent_id: Id
    state: Literal["completed", "failed", "stopped", "interrupted"]
    end_reason: str
    error: str | None
    settings: dict[str, Any]
    model: Filled
    attempt: Annotated[int, Field(ge=1, le=2**31 - 1)]
    trace_id: Trace
    question_id: str
    answer_id: str
    usage: dict[str, Any]
    memory_ids: list[Uuid]
    started_at: Time
    finished_at: Time

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if (self.kind == "delegation") != (self.parent_id is not None):
            raise ValueError("delegations, and they alone, name the execution they are part of")
        if self.call_id is not None and self.kind != "delegation":
            raise ValueError("delegations alone answer a tool call")
        if self.state == "failed" and self.error is None:
            raise ValueError("what failed says why")
        return self


class ToolApproval(Row):
    part_of = ("thread", "thread_id")
    refers = {"thread_id": "thread", "execution_id": "execution"}

    id: Id
    execution_id: Uuid
    thread_id: Id
    tool_call_id: str
    tool: Filled
    input: dict[str, Any]
    decision: Literal["approved", "denied"] | None
    scope: Literal["once", "session"] | None
    asked_at: Time
    decided_at: Time | None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if not (self.decision is None) == (self.scope is None) == (self.decided_at is None):
            raise ValueError("a decision says how far it goes and when it was made")
        return self


class SkillActivation(Row):
    order = ("execution_id", "activated_at", "skill_id", "revision")
    part_of = ("thread", "thread_id")
    refers = {"execution_id": "execution"}

    execution_id: Uuid
    thread_id: Id
    skill_id: str
    name: str
    revision: int
    activated_at: Time


class QueuedMessage(Row):
    order = ("thread_id", "position")
    part_of = ("thread", "thread_id")
    refers = {"thread_id": "session", "workspace_id": "workspace"}

    thread_id: Id
    position: Positive
    id: Id
    parts: list[Any]
    metadata: dict[str, Any]
    model: Filled
    workspace_id: Id | None
    revision: Positive
    created_at: Time
    turn_id: Uuid


class Task(Row):
    part_of = ("thread", "thread_id")
    refers = {"thread_id": "thread", "workspace_id": "workspace", "execution_id": "execution"}

    id: Uuid
    workspace_id: Id
    title: Annotated[str, Field(min_length=1, max_length=200)]
    prompt: Annotated[str, Field(min_length=1, max_length=100_000)]
    origin: Literal["manual", "schedule", "agent"]
    schedule_id: Uuid | None
    due_at: Time | None
    state: Literal["completed", "failed", "cancelled"]
    error: str | None
    thread_id: Id
    execution_id: Uuid | None
    attempt: Annotated[int, Field(ge=0, le=2**31 - 1)]
    recoveries: Annotated[int, Field(ge=0, le=2**31 - 1)]
    timeout_seconds: Annotated[int, Field(ge=1, le=2**31 - 1)] | None
    created_at: Time
    started_at: Time | None
    finished_at: Time

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if (self.origin == "schedule") != (self.schedule_id is not None):
            raise ValueError("tasks of a schedule, and they alone, name it")
        if (self.state == "failed") != (self.error is not None):
            raise ValueError("what failed, and it alone, says why")
        return self


class Hook(Row):
    id: Uuid
    event: Filled
    matcher: str
    kind: Literal["command", "http"]
    argv: list[str]
    url: str | None
    allow_loopback: bool
    secret_names: list[str]
    timeout_ms: Annotated[int, Field(ge=100, le=60_000)]
    on_failure: Literal["block", "continue"]
    position: Positive
    enabled: bool
    revision: Positive
    created_at: Time
    updated_at: Time


class Schedule(Row):
    refers = {"workspace_id": "workspace"}

    id: Uuid
    workspace_id: Id
    title: Annotated[str, Field(min_length=1, max_length=200)]
    prompt: Annotated[str, Field(min_length=1, max_length=100_000)]
    cron: Annotated[str, Field(min_length=1, max_length=256)]
    zone: Filled
    enabled: bool
    missed: Literal["skip", "run_once"]
    grace_seconds: Annotated[int, Field(ge=60, le=604_800)]
    overlap: bool
    revision: Positive
    created_at: Time
    updated_at: Time


class NotificationSettings(Row):
    order = ()

    url: str
    allow_loopback: bool
    secret_name: str
    on_done: bool
    on_failed: bool
    on_waiting: bool
    revision: Positive
    updated_at: Time


#: Every kind in the order of a file; the same as data.kinds().
KINDS: dict[str, type[Row]] = {
    "runtime_settings": RuntimeSettings,
    "embedding_settings": EmbeddingSettings,
    "retention_settings": RetentionSettings,
    "workspace": Workspace,
    "agent": Agent,
    "tool_policy": ToolPolicy,
    "skill": Skill,
    "skill_revision": SkillRevision,
    "memory": Memory,
    "tombstone": Tombstone,
    "thread": Thread,
    "session": Session,
    "thread_state": ThreadState,
    "message": Message,
    "attachment": Attachment,
    "execution": Execution,
    "delegation": Execution,
    "tool_approval": ToolApproval,
    "skill_activation": SkillActivation,
    "queued_message": QueuedMessage,
    "task": Task,
    "hook": Hook,
    "schedule": Schedule,
    "notification_settings": NotificationSettings,
}
