"""Tools on long-term memory."""

from typing import Annotated

from pydantic import Field

from app.queries import execution, memory
from app.tools.base import ToolContext, tool


@tool
async def remember(
    context: ToolContext,
    content: Annotated[
        str,
        Field(
            description="One durable fact or preference, as a sentence that stands alone.", max_length=2000
        ),
    ],
    key: Annotated[
        str | None,
        Field(
            description="Stable dotted name of what the fact is about, such as ui.theme. "
            "A later fact with the same key replaces this one.",
            max_length=128,
        ),
    ] = None,
    importance: Annotated[float, Field(description="From 0 (trivial) to 1 (vital).", ge=0, le=1)] = 0.5,
) -> str:
    """Store a durable fact or preference about the user, so that every later conversation can recall it."""
    await execution.refuse_temporary(context.db, context.thread_id)
    stored = await memory.remember(
        context.db, context.resource_id, content, key or None, importance, context.thread_id
    )
    return "Remembered." if stored.created else "This was already remembered."
