"""The room `execution`: specialists' parts of an execution."""

from uuid import UUID

from app.db import Database
from app.queries.execution_approvals import Resumed


async def delegate(
    db: Database,
    parent_id: UUID,
    owner: str,
    call_id: str,
    agent_id: str,
    prompt: str,
    lease_seconds: int,
) -> Resumed:
    """Begin a specialist's part, or go on with the one that waited in this call; its stream is empty at the beginning.

    Refused 409 execution_lost, delegation_refused or delegation_budget.
    """
    row = await db.one(
        Resumed,
        "execution.delegate",
        p_parent_id=parent_id,
        p_owner=owner,
        p_call_id=call_id,
        p_agent_id=agent_id,
        p_prompt=prompt,
        p_lease_seconds=lease_seconds,
    )
    assert row is not None
    return row


async def delegation_result(db: Database, execution_id: UUID) -> str:
    """Return what a supervisor is given of a delegation: the specialist's text, or words for a failure."""
    return str(await db.value("execution.delegation_result", p_execution_id=execution_id))
