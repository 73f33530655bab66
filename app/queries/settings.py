"""The room `settings`: singletons, read as snapshots."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.db import Database


@dataclass(frozen=True)
class AgentRuntime:
    settings: dict[str, Any]
    default_model: str


@dataclass(frozen=True)
class MemoryEmbedding:
    enabled: bool
    model: str
    revision: int
    updated_at: datetime


async def agent_runtime(db: Database) -> AgentRuntime:
    """Return the runtime settings. Refused 503 settings_missing when their row is gone."""
    row = await db.one(AgentRuntime, "settings.agent_runtime")
    assert row is not None
    return row


async def memory_embedding(db: Database) -> MemoryEmbedding:
    """Return the settings of meaning-based recall. Refused 503 settings_missing when their row is gone."""
    row = await db.one(MemoryEmbedding, "settings.memory_embedding")
    assert row is not None
    return row


async def change_memory_embedding(
    db: Database, revision: int, enabled: bool | None, model: str | None
) -> MemoryEmbedding:
    """Change the settings of meaning-based recall; None leaves a value. Refused 409 revision_conflict, 422, 503."""
    row = await db.one(
        MemoryEmbedding,
        "settings.change_memory_embedding",
        p_revision=revision,
        p_enabled=enabled,
        p_model=model,
    )
    assert row is not None
    return row
