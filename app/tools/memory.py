"""Tools on long-term memory."""

from typing import Annotated

from pydantic import Field

from app.queries import execution
from app.tools.base import ToolContext, tool

_TOLD = {
    "new": "Remembered.",
    "replaced": "Remembered. It replaces the earlier value, which is not recalled any more.",
    "known": "This was already remembered.",
    "deleted": "Not stored: the user deleted this fact after it was said, and has not said it again since. Do not"
    " store it from what was said before; if the user wants it back, they can say so in full.",
}
_NONE_FOUND = " No remembered fact reads like the one in `supersedes`, so none was superseded."
_SEVERAL_FOUND = (
    " Several remembered facts read like the one in `supersedes`, so none was superseded."
    " To name one, copy its whole wording."
)


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
    supersedes: Annotated[
        str | None,
        Field(
            description="The remembered fact that this one corrects, when there is one: its wording, copied from "
            "the recalled memories. It is kept as an earlier value and not recalled any more.",
            max_length=4000,
        ),
    ] = None,
) -> str:
    """Store a durable fact or preference about the user, so that every later conversation can recall it."""
    if context.vault is not None:
        content = context.vault.redact(content)
    stored = await execution.remember(
        context.db, context.thread_id, content, key or None, importance, supersedes or None, context.recalled
    )
    if not supersedes or stored.outcome == "deleted" or stored.superseding == 1:
        return _TOLD[stored.outcome]
    return _TOLD[stored.outcome] + (_SEVERAL_FOUND if stored.superseding else _NONE_FOUND)
