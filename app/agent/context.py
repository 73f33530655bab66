"""What the model is given: the system message, the thread's history, the memories beside the question."""

import logging
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from app.db import Database
from app.queries import memory
from app.queries.execution import Context

logger = logging.getLogger(__name__)


@dataclass
class Recalled:
    """The memories an execution was given: as text, by id; `failed` when recall could not be asked."""

    block: str | None = None
    ids: list[UUID] = field(default_factory=list)
    failed: bool = False


async def recall(
    db: Database, context: Context, recalled: Recalled, vector: list[float] | None = None
) -> None:
    """Search the memories of the context's owner with the question, and with it as a vector where there is one.

    A failure never fails the execution.
    """
    try:
        found = await memory.recall_block(db, context.resource_id, context.question, vector)
    except Exception as error:
        if vector is not None:
            logger.warning("recall by meaning failed (%s); words alone are tried", type(error).__name__)
            await recall(db, context, recalled)
            return
        # Only the kind of error: its text may quote the question.
        logger.warning("recall failed (%s); the turn goes on without memories", type(error).__name__)
        recalled.failed = True
        return
    recalled.block, recalled.ids = found.block, found.ids


def opening(context: Context, blocks: list[str]) -> list[dict[str, Any]]:
    """Return the messages of the first model call; what is recalled or added accompanies the newest user message."""
    *earlier, newest = context.messages
    if blocks:
        newest = {**newest, "content": _beside("\n\n".join(blocks), newest["content"])}
    return [{"role": "system", "content": context.system}, *earlier, newest]


def shorten(messages: list[dict[str, Any]], share: float) -> list[dict[str, Any]] | None:
    """Return a conversation without its oldest messages, at most `share` of what is said, or None when that is no less.

    The system message stays, and the newest question with all that follows it. The cut falls before a user
    message, so that no answer and no tool result stands without what it belongs to.
    """
    head = messages[: messages[0]["role"] == "system"]
    starts = [n for n in range(len(head), len(messages)) if messages[n]["role"] == "user"]
    sizes = [_size(message) for message in messages]
    most = share * sum(sizes[len(head) :])
    cut = next((n for n in starts if sum(sizes[n:]) <= most), starts[-1])
    return [*head, *messages[cut:]] if cut > starts[0] else None


def _size(message: dict[str, Any]) -> int:
    """Return the characters of a message; images are no words, whatever their bytes."""
    content = message.get("content")
    if isinstance(content, list):
        return sum(len(str(part.get("text") or "")) for part in content)
    return len(str(message))


def _beside(block: str, content: str | list[dict[str, Any]]) -> str | list[dict[str, Any]]:
    """Put text before what a message says, which is text or, with files, a list of parts."""
    if isinstance(content, str):
        return f"{block}\n\n{content}"
    return [{"type": "text", "text": block}, *content]
