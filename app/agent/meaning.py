"""Meaning-based recall: memories as vectors in the background, a question as one within a moment.

Whether it is on, what has a vector and what the rank makes of it is decided in the room `memory`;
here the gateway is asked. Nothing here is ever in the way of a turn.
"""

import asyncio
import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.agent.breaker import Breaker
from app.db import Database
from app.gateway import Gateway, GatewayError, embeds
from app.queries import memory, settings

logger = logging.getLogger(__name__)

BATCH = 64
#: Seconds a question's vector may take; beyond it recall goes by words alone.
QUESTION_TIMEOUT = 0.3
#: Characters of a question that are embedded, and to how few a memory is cut for a small model.
_LONGEST_QUESTION = 8000
_SHORTEST_CUT = 200
#: What servers answer when a text, or a batch of them, is too long.
_TOO_LONG = (400, 413, 422, 500)


@dataclass(frozen=True)
class State:
    """The settings, what there is to do it with, and how far it is, counted for the chosen model.

    `gateway_offers_embeddings` is None as long as nobody asked; `models` are those whose names say
    that they embed; `retry_at` is when embedding is tried again after `last_error`; `paused_until` is when
    questions are embedded again after this process had no answer in time, several times in a row.
    """

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


async def state(db: Database, gateway: Gateway, breaker: Breaker) -> State:
    """Return how meaning-based recall is set and how far it is. Refused 503 settings_missing."""
    stored = await settings.memory_embedding(db)
    catalogue = await gateway.catalogue()
    models = [name for name in catalogue.models if embeds(name)]
    status = await memory.embedding_status(db, stored.model or next(iter(models), None))
    offered = gateway.offers_embeddings
    unlisted = stored.model and catalogue.complete and stored.model not in catalogue.models
    return State(
        enabled=stored.enabled,
        model=stored.model,
        revision=stored.revision,
        updated_at=stored.updated_at,
        extension_installed=status.has_vectors,
        gateway_offers_embeddings=True if offered is None and models else offered,
        models=models,
        memories=status.memories,
        embedded=status.embedded,
        model_in_use=status.model,
        dimension=status.dimension,
        last_error=status.error,
        retry_at=status.retry_at,
        paused_until=datetime.now(UTC) + timedelta(seconds=left) if (left := breaker.seconds_left) else None,
        # It is tried all the same: many gateways list only their models for chat.
        warning=f"The gateway does not list {stored.model}. It is asked for it all the same."
        if unlisted
        else None,
    )


async def model_in_use(db: Database) -> str | None:
    """Return the model by which questions are embedded; None when meaning is off or cannot be asked for."""
    try:
        return await memory.embedding_model(db)
    except Exception as error:
        logger.warning("meaning cannot be used (%s); recall goes by words", type(error).__name__)
        return None


async def vector_of(
    question: str, model: str | None, gateway: Gateway, breaker: Breaker
) -> list[float] | None:
    """Return a question as a vector, or None when meaning is off, late or failing, or failed just now."""
    if model is None or not question.strip() or breaker.seconds_left:
        return None
    try:
        async with asyncio.timeout(QUESTION_TIMEOUT):
            [vector] = await gateway.embed(model, [question[:_LONGEST_QUESTION]])
    except Exception as error:
        breaker.failed()
        logger.info("the question was not embedded (%s); recall goes by words", type(error).__name__)
        return None
    breaker.worked()
    return vector


async def model_for(chosen: str, gateway: Gateway) -> str:
    """Return the model that embeds: the chosen one, else the catalogue's first. Raises GatewayError unknown_model."""
    if chosen:
        return chosen
    for name in (await gateway.catalogue()).models:
        if embeds(name):
            return name
    raise GatewayError(
        "unknown_model", "The gateway lists no model whose name says that it embeds. Name one."
    )


async def is_due(db: Database, gateway: Gateway) -> bool:
    """Whether the job has something to do, if only to find out why it cannot."""
    stored = await settings.memory_embedding(db)
    if not stored.enabled:
        return False
    try:
        model = await model_for(stored.model, gateway)
    except GatewayError:
        return True
    status = await memory.embedding_status(db, model)
    return status.model != model or status.embedded < status.memories


async def embed_memories(db: Database, gateway: Gateway) -> None:
    """Embed what has no vector yet, batch by batch, until nothing is left. It may be cancelled at any time.

    A failure is noted where the settings show it, and ends the attempt.
    """
    try:
        await _embed_memories(db, gateway)
    except GatewayError as error:
        logger.warning("memories were not embedded: %s", error.message)
        await memory.fail_embedding(db, error.message)


async def _embed_memories(db: Database, gateway: Gateway) -> None:
    """Go through the memories, last stored first, again and again until none is without a vector."""
    model, before, dimension = "", None, 0
    while True:
        stored = await settings.memory_embedding(db)
        if not stored.enabled:
            return
        wanted = await model_for(stored.model, gateway)
        if wanted != model:
            model, before, dimension = wanted, None, 0
        rows = await memory.unembedded(db, model, BATCH, before)
        if rows:
            vectors = await _embed(gateway, model, [row.content for row in rows])
            dimension = dimension or len(vectors[0])
            if any(len(vector) != dimension for vector in vectors):
                raise GatewayError("bad_response", "The gateway answers with vectors of changing lengths.")
            ids, hashes = [row.id for row in rows], [row.hash for row in rows]
            await memory.store_embeddings(db, model, ids, hashes, vectors)
            before = rows[-1].seq
        elif await memory.finish_embedding(db, model):
            return
        else:
            before = None


async def _embed(gateway: Gateway, model: str, texts: list[str]) -> list[list[float]]:
    """Embed texts; what is too much at once goes in halves, what is too long for the model is cut."""
    try:
        return await gateway.embed(model, texts)
    except GatewayError as error:
        smallest = len(texts) == 1 and len(texts[0]) <= _SHORTEST_CUT
        if error.status not in _TOO_LONG or error.code == "unknown_model" or smallest:
            raise
    if len(texts) == 1:
        return await _embed(gateway, model, [texts[0][: len(texts[0]) // 2]])
    middle = len(texts) // 2
    return [*await _embed(gateway, model, texts[:middle]), *await _embed(gateway, model, texts[middle:])]
