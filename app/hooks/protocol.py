"""What is said between popagent and a hook: the payload that goes in, the reply that comes out."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID, uuid5

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from app.queries.hook import Hook

SCHEMA_VERSION = 1
#: Bytes of a hook's output.
MOST_OUTPUT = 64 * 1024
#: Characters of a reason.
MOST_REASON = 2_000

_EVENTS = UUID("8f3ad0c5-54b0-4f2e-9b0f-0e5a7f0f6a31")


class Unreadable(Exception):
    """An output that is not a reply, in words for the owner of the hook."""


class Reply(BaseModel):
    """What a hook says. `decision`, `updated_input` and the rest can only make things stricter."""

    model_config = ConfigDict(extra="forbid", strict=True)

    continue_: bool = Field(default=True, alias="continue")
    stop_reason: Annotated[str, StringConstraints(max_length=MOST_REASON)] = ""
    decision: Literal["allow", "block"] = "allow"
    reason: Annotated[str, StringConstraints(max_length=MOST_REASON)] = ""
    updated_input: dict[str, Any] | None = None
    additional_context: Annotated[str, StringConstraints(max_length=10_000)] = ""


@dataclass(frozen=True)
class About:
    """Where an event happens: session (or a task's thread), turn, task, and the agent that acts."""

    session_id: str | None
    turn_id: UUID | None
    task_id: UUID | None
    agent_id: str


@dataclass(frozen=True)
class Event:
    """Something that hooks are told: `mark` tells it from others of its name there, `subject` is what matchers test."""

    name: str
    about: About
    mark: str
    subject: str = ""
    content: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> UUID:
        """The same whenever the same thing is told again."""
        where = self.about.turn_id or self.about.session_id
        return uuid5(_EVENTS, f"{where}/{self.about.agent_id}/{self.name}/{self.mark}")

    def payload(self, content: dict[str, Any]) -> bytes:
        """Return what a hook is given, with `content` as those before it left it."""
        head: dict[str, Any] = {
            "schema_version": SCHEMA_VERSION,
            "event_id": str(self.id),
            "hook_event_name": self.name,
            "session_id": self.about.session_id,
            "turn_id": str(self.about.turn_id) if self.about.turn_id else None,
            "agent_id": self.about.agent_id,
            "timestamp": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        }
        if self.about.task_id is not None:
            head["task_id"] = str(self.about.task_id)
        return json.dumps(head | content, ensure_ascii=False).encode("utf-8", "replace")


def matches(hook: Hook, subject: str) -> bool:
    """Whether a hook's matcher names what an event is about; an empty one names everything."""
    names = hook.matcher.split(",") if hook.matcher else ["*"]
    return any(subject.startswith(name[:-1]) if name.endswith("*") else subject == name for name in names)


def read_reply(output: bytes) -> Reply:
    """Return the reply in an output; none of it is one too. Raises Unreadable."""
    if not output.strip():
        return Reply()
    try:
        said = json.loads(output.decode())
    except UnicodeDecodeError:
        raise Unreadable("its output is not UTF-8") from None
    except (ValueError, RecursionError):
        raise Unreadable("its output is not JSON") from None
    if not isinstance(said, dict):
        raise Unreadable("its output is not a JSON object")
    try:
        return Reply.model_validate(said)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        raise Unreadable(f"its output has a fault at {name}: {first['msg'].lower()}") from None


def as_reason(errors: bytes) -> str:
    """Return what a hook wrote to its standard error as a reason."""
    return errors.decode("utf-8", "replace").replace("\0", "").strip()[:MOST_REASON]
