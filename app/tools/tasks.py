"""Tools on background tasks."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from app.queries import task
from app.tools.base import ToolContext, ToolError, tool

_LISTED = 20


@tool
async def create_task(
    context: ToolContext,
    prompt: Annotated[
        str,
        Field(
            description="What is to be done, complete in itself: the task sees nothing of this conversation.",
            min_length=1,
            max_length=100_000,
        ),
    ],
    title: Annotated[str, Field(description="A few words for the list of tasks.", max_length=200)] = "",
) -> str:
    """Queue work to be done in the background, after this answer; its owner finds the result on the page of tasks."""
    if context.thread_id.startswith("task-"):
        raise ToolError(
            "A background task cannot make others, which would have no end. Do the work yourself."
        )
    id = await task.create_task(context.db, None, title, prompt, "agent")
    return f"Queued as task {id}."


@tool
async def list_tasks(
    context: ToolContext,
    active: Annotated[bool, Field(description="Only those that wait or run.")] = False,
) -> str:
    """List the newest background tasks: id, state, title, and what failed."""
    states = ["queued", "running", "cancelling"] if active else None
    found = await task.list_page(context.db, states=states, limit=_LISTED)
    lines = [f"{one.id} {one.state}: {one.title}{f' ({one.error})' if one.error else ''}" for one in found]
    return "\n".join(lines) or "There are no such tasks."


@tool
async def cancel_task(
    context: ToolContext, id: Annotated[UUID, Field(description="Id of the task, as listTasks tells it.")]
) -> str:
    """Cancel a background task that waits or runs."""
    await task.cancel(context.db, id)
    return f"It is {(await task.load(context.db, id)).state}."
