"""The room `settings`: singletons, read as snapshots."""

from dataclasses import dataclass
from typing import Any

from app.db import Database


@dataclass(frozen=True)
class AgentRuntime:
    settings: dict[str, Any]
    default_model: str


async def agent_runtime(db: Database) -> AgentRuntime:
    """Return the runtime settings. Refused 503 settings_missing when their row is gone."""
    row = await db.one(AgentRuntime, "settings.agent_runtime")
    assert row is not None
    return row
