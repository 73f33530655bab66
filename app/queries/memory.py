"""The room `memory`: what is remembered across sessions."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from app.db import Database, Json


@dataclass(frozen=True)
class Block:
    block: str | None
    ids: list[UUID]


@dataclass(frozen=True)
class Stored:
    id: UUID | None
    created: bool


@dataclass(frozen=True)
class Learnt:
    """`outcome` is new, replaced (its key had another value), known, or deleted (by its owner; without an id)."""

    id: UUID | None
    outcome: str


@dataclass(frozen=True)
class Memory:
    id: UUID
    seq: int
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


@dataclass(frozen=True)
class Counted:
    facts: int
    episodes: int


@dataclass(frozen=True)
class Changed:
    id: UUID
    revision: int


@dataclass(frozen=True)
class Earlier:
    """An earlier value of a fact; `apart` when it was a fact of its own before it gave way."""

    id: UUID
    content: str
    created_at: datetime
    superseded_at: datetime
    apart: bool


@dataclass(frozen=True)
class Exported:
    seq: int
    described: dict[str, Any]


@dataclass(frozen=True)
class Week:
    week: date
    facts: int
    episodes: int


@dataclass(frozen=True)
class Found:
    """A recalled memory with its score and the parts it is made of; see memory.weights()."""

    id: UUID
    kind: str
    content: str
    score: float
    created_at: datetime
    key: str | None
    session_id: str | None
    importance: float
    own: float
    lent: float
    talk: float
    lift: float
    spelling: float
    meaning: float


@dataclass(frozen=True)
class Unembedded:
    seq: int
    id: UUID
    content: str
    hash: str


@dataclass(frozen=True)
class EmbeddingStatus:
    has_vectors: bool
    memories: int
    embedded: int
    model: str | None
    dimension: int | None
    error: str | None
    retry_at: datetime | None


@dataclass(frozen=True)
class Pruned:
    """Episodes that were too old, and that were too many."""

    expired: int
    surplus: int


@dataclass(frozen=True)
class Recounted:
    resource_id: str
    term_count: int


async def recall_block(
    db: Database, resource_id: str, query: str, vector: list[float] | None = None
) -> Block:
    """Return the memories that fit a query as the text a model is given, and their ids."""
    row = await db.one(
        Block, "memory.recall_block", p_resource_id=resource_id, p_query=query, p_vector=vector
    )
    assert row is not None
    return row


async def learn(db: Database, resource_id: str, content: str, key: str | None, importance: float) -> Learnt:
    """Store a fact that its owner gives here and now. Refused 422 when it does not fit the limits of facts."""
    row = await db.one(
        Learnt,
        "memory.learn",
        p_resource_id=resource_id,
        p_content=content,
        p_key=key,
        p_importance=importance,
        p_session_id=None,
        p_said_at=None,
        p_supersedes=None,
    )
    assert row is not None
    return row


async def retain(
    db: Database, resource_id: str, session_id: str, user_text: str, assistant_text: str, created_at: datetime
) -> Stored:
    """Store an exchange as an episode, once; none, and no id, when either side is blank."""
    row = await db.one(
        Stored,
        "memory.retain",
        p_resource_id=resource_id,
        p_session_id=session_id,
        p_user_text=user_text,
        p_assistant_text=assistant_text,
        p_created_at=created_at,
    )
    assert row is not None
    return row


async def prune(db: Database) -> Pruned:
    """Delete episodes as the settings say; return how many were too old and how many too many. Refused 503."""
    row = await db.one(Pruned, "memory.prune")
    assert row is not None
    return row


async def prunable(db: Database, keep_for: timedelta | None = None, keep: int | None = None) -> Pruned:
    """Return what pruning under these limits would delete now; None is as the settings say. Refused 503."""
    row = await db.one(Pruned, "memory.prunable", p_keep_for=keep_for, p_keep=keep)
    assert row is not None
    return row


async def prune_now(db: Database, expected: int) -> Pruned:
    """Prune by hand, if it is still `expected` episodes. Refused 409 count_changed, 503."""
    row = await db.one(Pruned, "memory.prune_now", p_expected=expected)
    assert row is not None
    return row


async def fold_totals(db: Database) -> int:
    """Fold the appended sizes; return how many rows went."""
    return int(await db.value("memory.fold_totals"))


async def recount_stale(db: Database) -> list[Recounted]:
    """Recount the vocabularies that fell behind; return which."""
    return await db.many(Recounted, "memory.recount_stale")


async def recall(
    db: Database, resource_id: str, query: str, limit: int = 8, vector: list[float] | None = None
) -> list[Found]:
    """Return the memories that fit a query, and its vector where there is one, best first."""
    return await db.many(
        Found,
        "memory.recall",
        p_resource_id=resource_id,
        p_query=query,
        p_limit=limit,
        p_vector=vector,
    )


async def list_page(
    db: Database,
    resource_id: str,
    *,
    kind: str | None = None,
    key: str | None = None,
    session_id: str | None = None,
    search: str | None = None,
    before_seq: int | None = None,
    limit: int = 50,
) -> list[Memory]:
    """Return memories, last stored first; the next page starts before the last row's seq."""
    return await db.many(
        Memory,
        "memory.list_page",
        p_resource_id=resource_id,
        p_kind=kind,
        p_key=key,
        p_session_id=session_id,
        p_search=search,
        p_before_seq=before_seq,
        p_limit=limit,
    )


async def count_matching(
    db: Database,
    resource_id: str,
    *,
    kind: str | None = None,
    key: str | None = None,
    session_id: str | None = None,
    search: str | None = None,
) -> Counted:
    """Return how many facts and episodes the filters pick out."""
    row = await db.one(
        Counted,
        "memory.count_matching",
        p_resource_id=resource_id,
        p_kind=kind,
        p_key=key,
        p_session_id=session_id,
        p_search=search,
    )
    assert row is not None
    return row


async def load(db: Database, resource_id: str, id: UUID) -> Memory:
    """Return one current memory. Refused 404 memory_not_found."""
    row = await db.one(Memory, "memory.load", p_resource_id=resource_id, p_id=id)
    assert row is not None
    return row


async def earlier(db: Database, resource_id: str, id: UUID) -> list[Earlier]:
    """Return the earlier values of a fact, newest first."""
    return await db.many(Earlier, "memory.earlier", p_resource_id=resource_id, p_id=id)


async def growth(db: Database, resource_id: str) -> list[Week]:
    """Return the memories of the last 26 weeks by week."""
    return await db.many(Week, "memory.growth", p_resource_id=resource_id)


async def update_fact(
    db: Database,
    resource_id: str,
    id: UUID,
    revision: int | None,
    content: str,
    key: str | None,
    importance: float | None,
    *,
    remove_key: bool = False,
) -> None:
    """Change a fact; a key or importance of None stays as it is, unless the key is to be removed.

    Refused 404, 409 revision_conflict, key_taken or duplicate_fact, 422 for episodes and for what facts may not hold.
    """
    await db.many(
        Changed,
        "memory.update_fact",
        p_resource_id=resource_id,
        p_id=id,
        p_revision=revision,
        p_content=content,
        p_key=key,
        p_importance=importance,
        p_remove_key=remove_key,
    )


async def forget(db: Database, resource_id: str, id: UUID) -> int:
    """Delete a memory with its history; return how many rows went. Refused 404 memory_not_found."""
    return int(await db.value("memory.forget", p_resource_id=resource_id, p_id=id))


async def forget_matching(
    db: Database,
    resource_id: str,
    expected: int,
    *,
    kind: str | None = None,
    key: str | None = None,
    session_id: str | None = None,
    search: str | None = None,
) -> int:
    """Delete what the filters pick out, if it is still `expected` memories. Refused 409 count_changed."""
    return int(
        await db.value(
            "memory.forget_matching",
            p_resource_id=resource_id,
            p_expected=expected,
            p_kind=kind,
            p_key=key,
            p_session_id=session_id,
            p_search=search,
        )
    )


async def restore(
    db: Database, resource_id: str, rows: list[dict[str, Any]], *, keep_seq: bool = False
) -> int:
    """Take back what `take` or `export_page` gave; return how many rows came back. Refused 422 not_a_memory.

    With `keep_seq` they take their old places in the order of storing, else the last ones.
    """
    return int(
        await db.value("memory.restore", p_resource_id=resource_id, p_rows=Json(rows), p_keep_seq=keep_seq)
    )


async def export_page(db: Database, resource_id: str, after_seq: int) -> list[Exported]:
    """Return memories after a seq, history included, as `restore` takes them back."""
    return await db.many(Exported, "memory.export_page", p_resource_id=resource_id, p_after_seq=after_seq)


async def take(db: Database, resource_id: str, id: UUID) -> list[dict[str, Any]]:
    """Delete a memory with its history; return both as `restore` takes them back. Refused 404."""
    rows: list[dict[str, Any]] = await db.value("memory.take", p_resource_id=resource_id, p_id=id)
    return rows


async def replace_by(db: Database, resource_id: str, id: UUID, successor: UUID) -> None:
    """Make a fact an earlier value of another. Refused 404 unless both are current facts, 422 when they are one."""
    await db.value("memory.replace_by", p_resource_id=resource_id, p_id=id, p_successor=successor)


async def reinstate(db: Database, resource_id: str, id: UUID) -> None:
    """Make an earlier value a fact of its own again. Refused 404, 409 key_taken or duplicate_fact."""
    await db.value("memory.reinstate", p_resource_id=resource_id, p_id=id)


async def successor(db: Database, resource_id: str, id: UUID) -> UUID | None:
    """Return the current fact that took the place of an earlier one; None when there is none."""
    found: UUID | None = await db.value("memory.successor", p_resource_id=resource_id, p_id=id)
    return found


async def embedding_model(db: Database) -> str | None:
    """Return the model by which questions are embedded; None when recall goes by words alone."""
    model: str | None = await db.value("memory.embedding_model")
    return model


async def embedding_status(db: Database, model: str | None) -> EmbeddingStatus:
    """Return how far meaning-based recall is, counted for a model (None: the one in use)."""
    row = await db.one(EmbeddingStatus, "memory.embedding_status", p_model=model)
    assert row is not None
    return row


async def unembedded(db: Database, model: str, limit: int, before: int | None) -> list[Unembedded]:
    """Return memories that have no vector of a model yet, last stored first, before a seq when one is given."""
    return await db.many(Unembedded, "memory.unembedded", p_model=model, p_limit=limit, p_before=before)


async def store_embeddings(
    db: Database, model: str, ids: list[UUID], hashes: list[str], vectors: list[list[float]]
) -> int:
    """Store vectors of memories; return how many still said what was embedded."""
    return int(
        await db.value(
            "memory.store_embeddings",
            p_model=model,
            p_ids=ids,
            p_hashes=hashes,
            p_embeddings=vectors,
        )
    )


async def finish_embedding(db: Database, model: str) -> bool:
    """Take a model into use when it has embedded all memories; whether it has."""
    return bool(await db.value("memory.finish_embedding", p_model=model))


async def fail_embedding(db: Database, error: str) -> None:
    """Note why memories could not be embedded; the next attempt waits."""
    await db.value("memory.fail_embedding", p_error=error)


async def request_embedding(db: Database, *, anew: bool = False) -> bool:
    """Queue the job that embeds memories, if there is reason to; whether that was done."""
    return bool(await db.value("memory.request_embedding", p_anew=anew))
