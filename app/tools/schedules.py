"""Tools on schedules."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field

from app.queries import task_schedules
from app.tools.base import ToolContext, tool
from app.zone import host_zone


@tool
async def propose_schedule(
    context: ToolContext,
    prompt: Annotated[
        str,
        Field(
            description="What is to be done each time, complete in itself: its runs see nothing of this conversation.",
            min_length=1,
            max_length=100_000,
        ),
    ],
    cron: Annotated[
        str,
        Field(
            description="When, as a cron expression of five fields in the server's time zone, such as 0 8 * * 1-5.",
            max_length=256,
        ),
    ],
    title: Annotated[str, Field(description="A few words for the list of schedules.", max_length=200)] = "",
) -> str:
    """Propose work that is to be done again and again, in the background. Its owner is asked before it is saved."""
    zone = host_zone()
    await task_schedules.create_schedule(context.db, {"prompt": prompt, "cron": cron, "title": title}, zone)
    due = await task_schedules.next_runs(context.db, cron, zone, datetime.now(UTC), 3)
    return (
        f"Saved. Its next runs, in UTC: {', '.join(each.due_at.astimezone(UTC).isoformat() for each in due)}."
    )


@tool
async def list_schedules(context: ToolContext) -> str:
    """List the schedules: cron expression, time zone, when each is due next, title."""
    found = await task_schedules.schedules(context.db)
    lines = [f"{one.cron} {one.zone}, {_next(one)}: {one.title}" for one in found]
    return "\n".join(lines) or "There are no schedules."


def _next(one: task_schedules.Schedule) -> str:
    if not one.enabled:
        return "switched off"
    return f"next {one.next_run_at.astimezone(UTC).isoformat()}" if one.next_run_at else "not due again"
