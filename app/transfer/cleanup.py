"""Cleaning up: a backup first, then what is left over goes, then a look at whether all else is as it was."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.db import Database
from app.queries import data, session
from app.queries.data import Totals
from app.transfer.export import CONVERSATIONS, export
from app.transfer.files import make_folder, write_new

#: What is found and done, in words for one and for many.
WORDS = {
    "orphan_threads": ("chat thread without a session", "chat threads without a session"),
    "archived_sessions": ("archived session", "archived sessions"),
    "temporary_sessions": (
        "temporary session that was never ended",
        "temporary sessions that were never ended",
    ),
    "unsent_files": ("file that was never sent", "files that were never sent"),
    "lost_turns": ("turn whose question is gone", "turns whose question is gone"),
    "lone_delegations": ("thread of a delegation that is gone", "threads of delegations that are gone"),
    "stale_streams": ("piece of a stream that ended", "pieces of streams that ended"),
    "adopted": ("chat thread adopted into a session", "chat threads adopted into sessions"),
}

_LIST_PAGE = 200


@dataclass(frozen=True)
class Plan:
    """What its owner chose: adopt chat threads without a session or delete them; when archived ones go, in days."""

    adopt: bool = True
    archived_days: int | None = None


@dataclass(frozen=True)
class Outcome:
    """What a clean-up did. `rows` is how many the backup holds; `left` what it could not take."""

    backup: Path
    rows: int
    done: dict[str, int]
    left: dict[str, int]
    before: Totals
    after: Totals
    listed: tuple[int, int]

    @property
    def lists_are_right(self) -> bool:
        """Whether the lists of sessions hold what they should: all that was there, what was adopted, not what went."""
        active = self.before.active + self.done.get("adopted", 0)
        archived = self.before.archived - self.done.get("archived_sessions", 0)
        return (active, archived) == self.listed == (self.after.active, self.after.archived)

    @property
    def memories_are_unchanged(self) -> bool:
        """Whether there are as many memories as before, and they say the same."""
        return (self.before.memories, self.before.memory_checksum) == (
            self.after.memories,
            self.after.memory_checksum,
        )


async def preview(db: Database, plan: Plan) -> dict[str, int]:
    """Return what there is to clean up, by kind; what there is none of is left out."""
    found = await data.leftovers(db, plan.archived_days)
    return {one.what: one.row_count for one in found if one.row_count}


async def clean_up(
    db: Database, plan: Plan, folder: Path, told: Callable[[int], None] = lambda rows: None
) -> Outcome:
    """Back up all conversations into a new file of a folder, then clean up.

    Raises OSError when the backup cannot be written; then nothing was deleted.
    """
    rows = 0

    def count(so_far: int) -> None:
        nonlocal rows
        rows = so_far
        told(so_far)

    await asyncio.to_thread(make_folder, folder)
    backup = folder / f"conversations-{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}.jsonl"
    async with db.snapshot() as view:
        before = await data.totals(view)
        marked = await data.marked(view, plan.archived_days)
        await write_new(backup, export(view, CONVERSATIONS, count))
    done = await data.clean_up(db, marked, plan.adopt)
    return Outcome(
        backup=backup,
        rows=rows,
        done={one.what: one.row_count for one in done if one.row_count},
        left=await preview(db, plan),
        before=before,
        after=await data.totals(db),
        listed=(await _listed(db, archived=False), await _listed(db, archived=True)),
    )


async def _listed(db: Database, *, archived: bool) -> int:
    """Return how many sessions the list holds that pages and API read."""
    count = 0
    page = await session.list_page(db, archived=archived, limit=_LIST_PAGE)
    while page:
        count += len(page)
        last = page[-1]
        page = await session.list_page(
            db, archived=archived, before_at=last.updated_at, before_id=last.id, limit=_LIST_PAGE
        )
    return count


def counted(what: str, count: int) -> str:
    """Return a number of something in words."""
    one, many = WORDS[what]
    return f"{count:,} {one if count == 1 else many}"


def told(outcome: Outcome) -> list[str]:
    """Return what a clean-up did and how all else is, line by line."""
    listed, before, after = outcome.listed, outcome.before, outcome.after
    lines = [f"Done: {counted(what, count)}" for what, count in outcome.done.items()]
    lines += [f"Left, for it is in use or changed meanwhile: {counted(*one)}" for one in outcome.left.items()]
    lines.append(
        f"Sessions listed: {listed[0]:,} active, {listed[1]:,} archived"
        + (
            ""
            if outcome.lists_are_right
            else f"; before {before.active:,} and {before.archived:,}, changed by others meanwhile"
        )
    )
    lines.append(
        f"Memories: {after.memories:,}, unchanged"
        if outcome.memories_are_unchanged
        else f"Memories: {after.memories:,}, before {before.memories:,}; remembered or forgotten by others meanwhile"
    )
    return lines
