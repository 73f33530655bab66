"""The room `execution`: tool calls that their owner is asked about, and turns that wait for the decision."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.db import Database, Json
from app.queries.execution import Accepted


@dataclass(frozen=True)
class Approval:
    """A tool call that a turn asks its owner about."""

    id: str
    execution_id: UUID
    tool_call_id: str
    tool: str
    input: dict[str, Any]
    asked_at: datetime


@dataclass(frozen=True)
class Kept:
    """What holds for a tool in a whole session: approved or denied."""

    tool: str
    decision: str


@dataclass(frozen=True)
class Resumed:
    """An execution that goes on; `stream` is all that it has said, part 1 first."""

    execution_id: UUID
    thread_id: str
    answer_id: str
    trace_id: str
    model: str
    settings: dict[str, Any]
    stream: list[dict[str, Any]]

    @property
    def accepted(self) -> Accepted:
        """The execution as it was accepted."""
        return Accepted(
            self.execution_id,
            self.thread_id,
            self.answer_id,
            self.trace_id,
            self.model,
            self.settings,
            created=False,
            position=None,
        )


@dataclass(frozen=True)
class Progress:
    """What a resumed execution said and did so far; `pending` are calls without a result: id, name, input."""

    messages: list[dict[str, Any]]
    pending: list[dict[str, Any]]
    steps: int
    usage: dict[str, Any]


async def permit(db: Database, execution_id: UUID, call_id: str, tool: str) -> str | None:
    """Return approved, denied or unattended for a tool call that is to be asked about; None while it is not decided."""
    found: str | None = await db.value(
        "execution.permit", p_execution_id=execution_id, p_call_id=call_id, p_tool=tool
    )
    return found


async def suspend(
    db: Database,
    execution_id: UUID,
    owner: str,
    *,
    call_id: str,
    tool: str,
    input: dict[str, Any],
    first_n: int,
    tail: list[dict[str, Any]],
    usage: dict[str, Any],
    memory_ids: list[UUID],
) -> bool:
    """Let an execution wait for its owner's decision; False when it is to stop. Refused 409 execution_lost."""
    return bool(
        await db.value(
            "execution.suspend",
            p_execution_id=execution_id,
            p_owner=owner,
            p_call_id=call_id,
            p_tool=tool,
            p_input=Json(input),
            p_first_n=first_n,
            p_tail=Json(tail),
            p_usage=Json(usage),
            p_memory_ids=memory_ids,
        )
    )


async def approvals(db: Database, thread_id: str) -> list[Approval]:
    """Return what a session's turn waits for its owner to decide."""
    return await db.many(Approval, "execution.approvals", p_thread_id=thread_id)


async def decide(db: Database, thread_id: str, approval_id: str, decision: str, scope: str) -> UUID:
    """Note a decision, approved or denied; return the execution. Refused 404, 409 already_decided or not_waiting."""
    found: UUID = await db.value(
        "execution.decide",
        p_thread_id=thread_id,
        p_approval_id=approval_id,
        p_decision=decision,
        p_scope=scope,
    )
    return found


async def kept_decisions(db: Database, thread_id: str) -> list[Kept]:
    """Return what was decided for a whole session."""
    return await db.many(Kept, "execution.kept_decisions", p_thread_id=thread_id)


async def ask_again(db: Database, thread_id: str, tool: str) -> None:
    """Take back what was decided about a tool for a whole session. Refused 404 decision_not_found."""
    await db.value("execution.ask_again", p_thread_id=thread_id, p_tool=tool)


async def resume(
    db: Database, owner: str, lease_seconds: int, session_id: str | None = None
) -> list[Resumed]:
    """Take executions whose owner has decided, in one session or in any; the caller runs them."""
    return await db.many(
        Resumed,
        "execution.resume",
        p_owner=owner,
        p_lease_seconds=lease_seconds,
        p_session_id=session_id,
    )


async def progress(db: Database, execution_id: UUID) -> Progress | None:
    """Return what an execution said and did so far; None when it was deleted."""
    return await db.one(Progress, "execution.progress", p_execution_id=execution_id)
