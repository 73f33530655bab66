"""The room `execution`: turns, and later tasks and delegations, from acceptance to end."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from app.db import Database, Json


@dataclass(frozen=True)
class Accepted:
    """The turn that a message began, or waits for at `position` in the queue; `created` is the caller's to run."""

    execution_id: UUID
    thread_id: str
    answer_id: str
    trace_id: str
    model: str
    settings: dict[str, Any]
    created: bool
    position: int | None


@dataclass(frozen=True)
class Context:
    system: str
    messages: list[dict[str, Any]]
    tools: list[str]
    asks: list[str]
    specialists: list[dict[str, Any]]
    resource_id: str
    thread_id: str
    question: str
    agent_id: str
    max_steps: int
    begins_session: bool


@dataclass(frozen=True)
class End:
    """How an execution ended; `waiting` tells that a message of the queue is next."""

    state: str
    end_reason: str
    revision: int | None
    waiting: bool


@dataclass(frozen=True)
class Ending:
    thread_id: str
    answer_id: str
    trace_id: str
    state: str
    end_reason: str | None
    error: str | None
    usage: dict[str, Any]
    revision: int | None


@dataclass(frozen=True)
class Given:
    """A memory as an execution was given it; without kind, content and time when it was deleted since."""

    id: UUID
    kind: str | None
    content: str | None
    created_at: datetime | None
    changed: bool


@dataclass(frozen=True)
class Remembered:
    """`outcome` is new, replaced, known or deleted; `superseding` counts the facts that read like the named one."""

    outcome: str
    superseding: int


@dataclass(frozen=True)
class Place:
    """Where an answer stands in its thread; `newer` counts the messages after it."""

    execution_id: UUID
    position: int
    newer: int


@dataclass(frozen=True)
class Message:
    id: str
    role: str
    parts: list[dict[str, Any]]
    metadata: dict[str, Any]
    position: int
    created_at: datetime
    execution_id: UUID
    state: str | None
    end_reason: str | None
    error: str | None
    memory_count: int = 0
    question_id: str | None = None
    versions: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Partial:
    message_id: str
    parts: list[dict[str, Any]]
    state: str
    end_reason: str | None
    error: str | None


@dataclass(frozen=True)
class Queued:
    """A message that waits for its turn; `position` is its place in line, from 1."""

    id: str
    position: int
    parts: list[dict[str, Any]]
    metadata: dict[str, Any]
    model: str
    workspace_id: str | None
    revision: int
    created_at: datetime


@dataclass(frozen=True)
class Replayed:
    state: str
    n: int | None
    part: dict[str, Any] | None


@dataclass(frozen=True)
class TitleRequest:
    """What a model is asked for the title of a session."""

    thread_id: str
    model: str
    messages: list[dict[str, Any]]


@dataclass(frozen=True)
class _Id:
    execution_id: UUID


@dataclass(frozen=True)
class _Active:
    thread_id: str
    state: str


async def accept_turn(
    db: Database,
    *,
    session_id: str,
    message_id: str,
    parts: list[dict[str, Any]],
    owner: str,
    lease_seconds: int,
    model: str | None,
    catalogue: list[str],
    catalogue_is_complete: bool,
    workspace_id: str | None,
    metadata: dict[str, Any],
    turn_id: UUID,
) -> Accepted:
    """Store a user's message and begin its turn, or queue it. Refused 400, 409, 422 unknown_model, 503."""
    row = await db.one(
        Accepted,
        "execution.accept_turn",
        p_session_id=session_id,
        p_message_id=message_id,
        p_parts=Json(parts),
        p_owner=owner,
        p_lease_seconds=lease_seconds,
        p_model=model,
        p_catalogue=catalogue,
        p_catalogue_is_complete=catalogue_is_complete,
        p_workspace_id=workspace_id,
        p_metadata=Json(metadata),
        p_turn_id=turn_id,
    )
    assert row is not None
    return row


async def regenerate(
    db: Database,
    *,
    session_id: str,
    owner: str,
    lease_seconds: int,
    message_id: str | None,
    model: str | None,
    catalogue: list[str],
    catalogue_is_complete: bool,
) -> Accepted:
    """Ask the last question again. Refused 404, 409 turn_running, nothing_asked or not_the_last, 422, 503."""
    row = await db.one(
        Accepted,
        "execution.regenerate",
        p_session_id=session_id,
        p_owner=owner,
        p_lease_seconds=lease_seconds,
        p_message_id=message_id,
        p_model=model,
        p_catalogue=catalogue,
        p_catalogue_is_complete=catalogue_is_complete,
    )
    assert row is not None
    return row


async def take_queued(
    db: Database, owner: str, lease_seconds: int, session_id: str | None = None
) -> list[Accepted]:
    """Begin turns of messages that wait where nothing runs, in one session or in any; the caller runs them."""
    return await db.many(
        Accepted,
        "execution.take_queued",
        p_owner=owner,
        p_lease_seconds=lease_seconds,
        p_session_id=session_id,
    )


async def queued(db: Database, session_id: str) -> list[Queued]:
    """Return the messages that wait in a session, first in line first."""
    return await db.many(Queued, "execution.queued", p_session_id=session_id)


async def edit_queued(
    db: Database, session_id: str, message_id: str, revision: int, parts: list[dict[str, Any]]
) -> Queued:
    """Change a message that waits; return it. Refused 404, 409 already_taken or revision_conflict."""
    row = await db.one(
        Queued,
        "execution.edit_queued",
        p_session_id=session_id,
        p_message_id=message_id,
        p_revision=revision,
        p_parts=Json(parts),
    )
    assert row is not None
    return row


async def remove_queued(db: Database, session_id: str, message_id: str, revision: int | None = None) -> None:
    """Take a message out of the queue. Refused 404, 409 already_taken or revision_conflict."""
    await db.value(
        "execution.remove_queued", p_session_id=session_id, p_message_id=message_id, p_revision=revision
    )


async def choose_version(db: Database, session_id: str, message_id: str, revision: int | None) -> int:
    """Show another version of an answer; return the session's new revision. Refused 404, 409.

    A revision of None is not compared.
    """
    return int(
        await db.value(
            "execution.choose_version", p_session_id=session_id, p_message_id=message_id, p_revision=revision
        )
    )


async def context(db: Database, execution_id: UUID) -> Context | None:
    """Return what an execution starts from; None when it was deleted meanwhile."""
    return await db.one(Context, "execution.context", p_execution_id=execution_id)


async def append(db: Database, owner: str, batches: list[dict[str, Any]]) -> list[UUID]:
    """Store new stream parts; return the executions that this process must stop working on."""
    rows = await db.many(_Id, "execution.append", p_owner=owner, p_batches=Json(batches))
    return [row.execution_id for row in rows]


async def renew(db: Database, owner: str, execution_ids: list[UUID], lease_seconds: int) -> list[UUID]:
    """Renew leases; return the executions that this process must stop working on."""
    rows = await db.many(
        _Id, "execution.renew", p_owner=owner, p_execution_ids=execution_ids, p_lease_seconds=lease_seconds
    )
    return [row.execution_id for row in rows]


async def finish(
    db: Database,
    execution_id: UUID,
    owner: str,
    *,
    state: str,
    end_reason: str,
    error: str | None,
    first_n: int,
    tail: list[dict[str, Any]],
    usage: dict[str, Any],
    memory_ids: list[UUID],
    remembered_question: str | None = None,
) -> End:
    """End an execution and store what it said. Refused 409 execution_lost.

    Its episode reads `remembered_question` in the place of the question, where that is given.
    """
    row = await db.one(
        End,
        "execution.finish",
        p_execution_id=execution_id,
        p_owner=owner,
        p_state=state,
        p_end_reason=end_reason,
        p_error=error,
        p_first_n=first_n,
        p_tail=Json(tail),
        p_usage=Json(usage),
        p_memory_ids=memory_ids,
        p_remembered_question=remembered_question,
    )
    assert row is not None
    return row


async def reap(db: Database) -> list[UUID]:
    """End executions whose lease ran out; return them."""
    return [row.execution_id for row in await db.many(_Id, "execution.reap")]


async def sweep(db: Database) -> int:
    """Remove the streams of executions that ended a while ago; return how many rows went."""
    return int(await db.value("execution.sweep"))


async def running(db: Database, thread_id: str) -> UUID | None:
    """Return the execution that runs in a thread."""
    found: UUID | None = await db.value("execution.running", p_thread_id=thread_id)
    return found


async def active_threads(db: Database) -> dict[str, str]:
    """Return the threads in which something runs, stops or waits for its owner, each with that state."""
    return {row.thread_id: row.state for row in await db.many(_Active, "execution.active_threads")}


async def request_stop(db: Database, thread_id: str, execution_id: UUID | None = None) -> UUID | None:
    """Ask for the stop of what runs in a thread, or of one execution; return it, or None when it does not run."""
    found: UUID | None = await db.value(
        "execution.request_stop", p_thread_id=thread_id, p_execution_id=execution_id
    )
    return found


async def replay(db: Database, execution_id: UUID, after: int) -> list[Replayed]:
    """Return stored stream parts after a number; a row without a part tells the state alone."""
    return await db.many(Replayed, "execution.replay", p_execution_id=execution_id, p_after=after)


async def ending(db: Database, execution_id: UUID) -> Ending | None:
    """Return how an execution stands; None when it was deleted."""
    return await db.one(Ending, "execution.ending", p_execution_id=execution_id)


async def partial(db: Database, execution_id: UUID) -> Partial | None:
    """Return the answer of an execution as far as it is stored; None when it was deleted."""
    return await db.one(Partial, "execution.partial", p_execution_id=execution_id)


async def transcript(
    db: Database, thread_id: str, before: int | None = None, limit: int = 100
) -> list[Message]:
    """Return messages before a position, oldest first, with how their executions stand."""
    return await db.many(
        Message, "execution.transcript", p_thread_id=thread_id, p_before=before, p_limit=limit
    )


async def input_tokens(db: Database, thread_id: str) -> int | None:
    """Return how many tokens the model was given for a thread's newest answer; None while that is not known."""
    found: int | None = await db.value("execution.input_tokens", p_thread_id=thread_id)
    return found


async def title_request(db: Database, execution_id: UUID) -> TitleRequest | None:
    """Return what to ask for the title of an answered question's session; None when it needs none by now."""
    return await db.one(TitleRequest, "execution.title_request", p_execution_id=execution_id)


async def given(db: Database, resource_id: str, execution_id: UUID) -> list[Given]:
    """Return the memories that an owner's execution was given, best first, as they read then."""
    return await db.many(Given, "execution.given", p_resource_id=resource_id, p_execution_id=execution_id)


async def answer_at(db: Database, thread_id: str, at: datetime) -> Place | None:
    """Return the answer that was stored in a thread at a time, as the episode of it was; None when there is none."""
    return await db.one(Place, "execution.answer_at", p_thread_id=thread_id, p_at=at)


async def activate_skill(db: Database, execution_id: UUID, name: str) -> str:
    """Return a skill's text for an execution of its agent, and note the revision. Refused 404 unknown_skill."""
    return str(await db.value("execution.activate_skill", p_execution_id=execution_id, p_name=name))


async def remember(
    db: Database,
    thread_id: str,
    content: str,
    key: str | None,
    importance: float,
    supersedes: str | None,
    recalled: list[UUID],
) -> Remembered:
    """Store a fact as a model asks for it in a thread, given these memories. Refused 404 session_not_found,
    409 temporary_session, 422.
    """
    row = await db.one(
        Remembered,
        "execution.remember",
        p_thread_id=thread_id,
        p_content=content,
        p_key=key,
        p_importance=importance,
        p_supersedes=supersedes,
        p_recalled=recalled,
    )
    assert row is not None
    return row
