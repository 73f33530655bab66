"""The room `settings`: singletons, read as snapshots."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.db import Database, Json


@dataclass(frozen=True)
class AgentRuntime:
    settings: dict[str, Any]
    default_model: str


@dataclass(frozen=True)
class AgentRuntimeField:
    """One runtime setting; its range counts characters where it is a text."""

    name: str
    is_text: bool
    lowest: int
    highest: int
    seed: str
    meaning: str


@dataclass(frozen=True)
class MemoryEmbedding:
    enabled: bool
    model: str
    revision: int
    updated_at: datetime


@dataclass(frozen=True)
class MemoryRetention:
    episode_days: int
    episodes_kept: int
    revision: int
    updated_at: datetime


@dataclass(frozen=True)
class MemoryRetentionField:
    """A setting by its column: its range, and what it means."""

    name: str
    lowest: int
    highest: int
    meaning: str


async def agent_runtime(db: Database) -> AgentRuntime:
    """Return the runtime settings. Refused 503 settings_missing when their row is gone."""
    row = await db.one(AgentRuntime, "settings.agent_runtime")
    assert row is not None
    return row


async def agent_runtime_fields(db: Database) -> list[AgentRuntimeField]:
    """Return the runtime settings one by one: range, seed and meaning."""
    return await db.many(AgentRuntimeField, "settings.agent_runtime_fields")


async def change_agent_runtime(
    db: Database,
    revision: int,
    changes: dict[str, Any],
    catalogue: list[str],
    catalogue_is_complete: bool,
) -> AgentRuntime:
    """Change runtime settings by their columns' names.

    Refused 400 invalid_body, 409 revision_conflict, 422 out_of_range or unknown_model, 503 settings_missing.
    """
    row = await db.one(
        AgentRuntime,
        "settings.change_agent_runtime",
        p_revision=revision,
        p_changes=Json(changes),
        p_catalogue=catalogue,
        p_catalogue_is_complete=catalogue_is_complete,
    )
    assert row is not None
    return row


async def reset_agent_runtime(db: Database, revision: int, fields: list[str]) -> AgentRuntime:
    """Put settings back to what they were seeded with. Refused 400, 409 revision_conflict, 503."""
    row = await db.one(AgentRuntime, "settings.reset_agent_runtime", p_revision=revision, p_fields=fields)
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


@dataclass(frozen=True)
class Notification:
    """Where notifications are sent, and which."""

    url: str
    allow_loopback: bool
    secret_name: str
    on_done: bool
    on_failed: bool
    on_waiting: bool
    revision: int
    updated_at: datetime


async def notification(db: Database) -> Notification:
    """Return where notifications are sent. Refused 503 settings_missing."""
    row = await db.one(Notification, "settings.notification")
    assert row is not None
    return row


async def change_notification(
    db: Database,
    revision: int,
    *,
    url: str | None = None,
    allow_loopback: bool | None = None,
    secret_name: str | None = None,
    on_done: bool | None = None,
    on_failed: bool | None = None,
    on_waiting: bool | None = None,
) -> None:
    """Change where notifications are sent; None leaves a value. Refused 409 revision_conflict, 422, 503."""
    await db.value(
        "settings.change_notification",
        p_revision=revision,
        p_url=url,
        p_allow_loopback=allow_loopback,
        p_secret_name=secret_name,
        p_on_done=on_done,
        p_on_failed=on_failed,
        p_on_waiting=on_waiting,
    )


async def memory_retention(db: Database) -> MemoryRetention:
    """Return how long episodes are kept. Refused 503 settings_missing when the row is gone."""
    row = await db.one(MemoryRetention, "settings.memory_retention")
    assert row is not None
    return row


async def memory_retention_fields(db: Database) -> list[MemoryRetentionField]:
    """Return the settings of retention one by one: range and meaning."""
    return await db.many(MemoryRetentionField, "settings.memory_retention_fields")


async def change_memory_retention(
    db: Database, revision: int, episode_days: int | None, episodes_kept: int | None
) -> MemoryRetention:
    """Change how long episodes are kept; None leaves a value. Refused 409 revision_conflict, 422 out_of_range, 503."""
    row = await db.one(
        MemoryRetention,
        "settings.change_memory_retention",
        p_revision=revision,
        p_episode_days=episode_days,
        p_episodes_kept=episodes_kept,
    )
    assert row is not None
    return row
