"""The JSON shapes of hooks and of their runs."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from app.web.wire import In, Out, Revision

EventName = Literal[
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "Stop",
    "TaskStart",
    "TaskStop",
]
Argv = Annotated[list[Annotated[str, StringConstraints(max_length=4096)]], Field(max_length=100)]
Names = Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=128)]], Field(max_length=20)]
Timeout = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]


class HookIn(In):
    """POST /api/hooks. What is left out is as the event wants it: gates have ten seconds and block when they fail."""

    event: EventName
    matcher: str = ""
    kind: Literal["command", "http"]
    argv: Argv = Field(default_factory=list)
    url: str | None = None
    allow_loopback: bool = False
    secret_names: Names = Field(default_factory=list)
    timeout_ms: Timeout | None = None
    on_failure: Literal["block", "continue"] | None = None
    enabled: bool = True


class HookPatch(In):
    """PATCH /api/hooks/:id; what is left out stays as it is."""

    revision: Revision
    event: EventName | None = None
    matcher: str | None = None
    kind: Literal["command", "http"] | None = None
    argv: Argv | None = None
    url: str | None = None
    allow_loopback: bool | None = None
    secret_names: Names | None = None
    timeout_ms: Timeout | None = None
    on_failure: Literal["block", "continue"] | None = None
    enabled: bool | None = None

    def changes(self) -> dict[str, Any]:
        """Return the columns that change; an address alone can be taken away."""
        given = self.model_dump(exclude_unset=True, exclude={"revision"})
        return {name: value for name, value in given.items() if value is not None or name == "url"}


class HookMove(In):
    """POST /api/hooks/:id/move: one place up or down among those of its event."""

    up: bool


class HookTest(In):
    """POST /api/hooks/:id/test: what the sample holds beside what every event has; without it, an example."""

    payload: dict[str, Any] | None = None


class HookOut(Out):
    id: UUID
    event: str
    matcher: str
    kind: str
    argv: list[str]
    url: str | None
    allow_loopback: bool
    secret_names: list[str]
    timeout_ms: int
    on_failure: str
    position: int
    enabled: bool
    revision: int
    created_at: datetime
    updated_at: datetime


class ReplyOut(Out):
    """What a hook said."""

    continue_: bool = Field(serialization_alias="continue")
    stop_reason: str
    decision: str
    reason: str
    updated_input: dict[str, Any] | None
    additional_context: str


class TestOut(Out):
    """How a test went. Unlike the audit it holds what was said: it goes to whoever asked, and is not stored."""

    outcome: str
    reason: str
    reply: ReplyOut
    exit_code: int | None
    http_status: int | None
    bytes_in: int
    bytes_out: int
    duration_ms: int


class RunOut(Out):
    """A run of a hook, as the audit has it."""

    id: int
    event_id: UUID
    attempt: int
    session_id: str | None
    turn_id: UUID | None
    task_id: UUID | None
    hook_id: UUID
    hook_revision: int
    event: str
    tool_name: str | None
    tool_call_id: str | None
    agent_id: str | None
    started_at: datetime
    duration_ms: int
    outcome: str
    exit_code: int | None
    http_status: int | None
    bytes_in: int
    bytes_out: int
