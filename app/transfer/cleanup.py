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

#: What is found, in words for one and for many, and what becomes of it.
WORDS = {
    "orphan_threads": ("conversation that no chat shows", "conversations that no chat shows", "deleted"),
    "archived_sessions": ("archived chat", "archived chats", "deleted"),
    "temporary_sessions": (
        "temporary chat that was never ended",
        "temporary chats that were never ended",
        "deleted",
    ),
    "unsent_files": ("file that was never sent", "files that were never sent", "deleted"),
    "lost_turns": ("turn whose question is gone", "turns whose question is gone", "deleted"),
    "lone_delegations": (
        "delegated conversation whose task is gone",
        "delegated conversations whose task is gone",
        "deleted",
    ),
    "stale_streams": (
        "piece of an answer's stream that has ended",
        "pieces of answers' streams that have ended",
        "deleted",
    ),
    "adopted": (
        "conversation that no chat shows",
        "conversations that no chat shows",
        "made a chat, named by its first question",
    ),
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
    db: Database,
    plan: Plan,
    folder: Path,
    told: Callable[[int], None] = lambda rows: None,
    shown: Callable[[str], str] = lambda text: text,
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
        await write_new(backup, export(view, CONVERSATIONS, count, shown))
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
    one, many, _ = WORDS[what]
    return f"{count:,} {one if count == 1 else many}"


def fate(what: str, plan: Plan) -> str:
    """Return in words what becomes of something that is found."""
    return WORDS["adopted" if what == "orphan_threads" and plan.adopt else what][2]


def told(outcome: Outcome) -> list[str]:
    """Return what a clean-up did and how all else is, line by line."""
    listed, before, after = outcome.listed, outcome.before, outcome.after
    lines = [f"{counted(what, count)}: {WORDS[what][2]}." for what, count in outcome.done.items()]
    lines += [
        f"{counted(*one)}: left, for they are in use or changed meanwhile." for one in outcome.left.items()
    ]
    lists = f"The lists hold {listed[0]:,} active and {listed[1]:,} archived chats"
    lines.append(
        f"{lists}, as they should."
        if outcome.lists_are_right
        else f"{lists}; before it was {before.active:,} and {before.archived:,}. Others changed them meanwhile."
    )
    memories = f"{after.memories:,} {'memory' if after.memories == 1 else 'memories'}"
    lines.append(
        f"{memories}, unchanged."
        if outcome.memories_are_unchanged
        else f"{memories}, and {before.memories:,} before: others changed them meanwhile, the clean-up does not."
    )
    return lines
