"""The JSON shapes of memories: facts, episodes, recall by meaning, retention."""

from datetime import datetime
from uuid import UUID

from app.web.wire import Count, In, Number, Out, Revision


class FactIn(In):
    """POST /api/memories. What a fact may hold is decided where facts are written; here only its form."""

    content: str
    key: str | None = None
    importance: Number | None = None


class FactPatch(FactIn):
    """PATCH /api/memories/:id."""

    revision: Revision | None = None


class MemoryOut(Out):
    id: UUID
    kind: str
    key: str | None
    content: str
    importance: float
    session_id: str | None
    revision: int
    created_at: datetime
    updated_at: datetime
    last_accessed_at: datetime | None
    access_count: int


class EarlierOut(Out):
    """An earlier value of a fact."""

    id: UUID
    content: str
    created_at: datetime
    superseded_at: datetime


class MeaningPatch(In):
    """PATCH /api/settings/memory-embedding; what is left out stays as it is."""

    revision: Revision
    enabled: bool | None = None
    model: str | None = None


class MeaningOut(Out):
    """Meaning-based recall: its settings, what there is to do it with, and how far it is."""

    enabled: bool
    model: str
    revision: int
    updated_at: datetime
    extension_installed: bool
    gateway_offers_embeddings: bool | None
    models: list[str]
    memories: int
    embedded: int
    model_in_use: str | None
    dimension: int | None
    last_error: str | None
    retry_at: datetime | None
    paused_until: datetime | None
    warning: str | None


class RetentionPatch(In):
    """PATCH /api/settings/memory-retention; what is left out stays as it is. Ranges are decided where it is stored."""

    revision: Revision
    episode_days: Count | None = None
    episodes_kept: Count | None = None


class PrunedOut(Out):
    """Episodes that are too old, and that are too many."""

    expired: int
    surplus: int


class PruningOut(Out):
    """A run of pruning; without an end and a result while it runs, and when its process died."""

    started_at: datetime
    finished_at: datetime | None
    result: PrunedOut | None


class SettingOut(Out):
    """A setting: its name, its range, and what it means."""

    name: str
    lowest: int
    highest: int
    meaning: str


class RetentionOut(Out):
    """How long episodes are kept, what the next run of pruning would remove by now, and what the last one did."""

    episode_days: int
    episodes_kept: int
    revision: int
    updated_at: datetime
    next_run: PrunedOut
    last_run: PruningOut | None
    fields: list[SettingOut]
