"""The room `memory`: what is remembered across sessions."""

from dataclasses import dataclass
from uuid import UUID

from app.db import Database


@dataclass(frozen=True)
class Block:
    block: str | None
    ids: list[UUID]


@dataclass(frozen=True)
class Stored:
    id: UUID | None
    created: bool


async def recall_block(db: Database, resource_id: str, query: str) -> Block:
    """Return the memories that fit a query as the text a model is given, and their ids."""
    row = await db.one(Block, "memory.recall_block", p_resource_id=resource_id, p_query=query)
    assert row is not None
    return row


async def remember(
    db: Database,
    resource_id: str,
    content: str,
    key: str | None,
    importance: float,
    session_id: str | None,
) -> Stored:
    """Store a fact. Refused 422 when it does not fit the limits of facts."""
    row = await db.one(
        Stored,
        "memory.remember",
        p_resource_id=resource_id,
        p_content=content,
        p_key=key,
        p_importance=importance,
        p_session_id=session_id,
    )
    assert row is not None
    return row
