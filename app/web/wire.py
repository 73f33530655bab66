"""Every JSON shape of the API, declared once: camelCase outside, strict on the way in.

Here are those of chats; memories and agents have theirs in `wire_memory` and `wire_agents`.
"""

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


class In(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", strict=True)


class Out(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)

    def json_ready(self) -> dict[str, Any]:
        """Return what goes into the response."""
        return self.model_dump(mode="json", by_alias=True)


class SessionCreate(In):
    id: Id | None = None
    title: Title = ""
    workspace_id: Id | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    temporary: bool = False


class SessionSave(In):
    """PUT: what a client may save of a session as a whole, never message content."""

    revision: Revision
    title: Title
    workspace_id: Id
    metadata: dict[str, Any] = Field(default_factory=dict)
    feedback: dict[str, Any] = Field(default_factory=dict)


class SessionPatch(In):
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


class DraftIn(In):
    """PUT /api/sessions/:id/draft. `draftId` names a draft until it is sent; a save that comes later is not kept."""

    text: str
    draft_id: Id | None = None


class ForkIn(In):
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


class UserMessage(In):
    """The newest UI message. Clients add metadata and times of their own; metadata is kept."""

    model_config = ConfigDict(extra="ignore")

    id: Id
    role: Literal["user"]
    parts: Parts
    metadata: dict[str, Any] | None = None


class ChatRequest(In):
    """POST /api/chat. Of `messages`, which stock clients send, only the last is read."""

    id: Id
    message: dict[str, Any] | None = None
    messages: list[Any] | None = None
    model: ModelId | None = None
    workspace_id: Id | None = None
    trigger: Literal["submit-message", "regenerate-message"] = "submit-message"
    message_id: str | None = None


class QueuedPatch(In):
    """PATCH /api/chat/:id/queue/:messageId."""

    revision: Revision
    parts: Parts


class VersionChoice(In):
    """POST /api/sessions/:id/versions."""

    revision: Revision
    message_id: Id


class AttachmentOut(Out):
    """A file as it is stored; size in bytes, `url` for a part of a message."""

    id: str
    name: str
    media_type: str
    size: int
    url: str


class SessionOut(Out):
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


class MessageOut(Out):
    """A UI message as clients keep it; of an answer, the question and the ids of all versions, oldest first."""

    id: str
    role: str
    parts: list[dict[str, Any]]
    metadata: dict[str, Any]
    question_id: str | None
    versions: list[str]


class Decision(In):
    """What the owner decided about a tool call: for it alone, or for every later one of the tool in the session."""

    decision: Literal["approve", "deny"]
    scope: Literal["once", "session"]


class ApprovalOut(Out):
    """A tool call that a turn asks its owner about."""

    id: str = Field(serialization_alias="approvalId")
    execution_id: UUID = Field(serialization_alias="turnId")
    tool_call_id: str
    tool: str = Field(serialization_alias="toolName")
    input: dict[str, Any]
    asked_at: datetime


class KeptOut(Out):
    """What was decided about a tool for a whole chat: approved or denied."""

    tool: str = Field(serialization_alias="toolName")
    decision: str


class QueuedOut(Out):
    """A message that waits for its turn; position is its place in line, from 1."""

    id: str
    position: int
    parts: list[dict[str, Any]]
    metadata: dict[str, Any]
    model: str
    workspace_id: str | None
    revision: int
    created_at: datetime


class Mark(Out):
    """Where a word stands in a text, counted in characters (code points) from 0."""

    start: int
    end: int


class HitOut(Out):
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


class ModelsOut(Out):
    models: list[str]
    context_windows: dict[str, int]
    default_model: str
