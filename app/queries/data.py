"""The room `data`: everything at once."""

from dataclasses import dataclass

from app.db import Database


@dataclass(frozen=True)
class Exported:
    """A row's key, which the next page starts after, and its line; None for what an export leaves out."""

    key: str
    line: str | None


@dataclass(frozen=True)
class Compared:
    """The number of a line, from 1, and in which fields what is stored differs; None when nothing was."""

    n: int
    differs_in: list[str] | None


@dataclass(frozen=True)
class Leftover:
    what: str
    row_count: int


@dataclass(frozen=True)
class Marked:
    """Chat threads without a session, and archived sessions, each with the mark by which a change is noticed."""

    orphans: list[str]
    orphan_marks: list[int]
    archived: list[str]
    archived_marks: list[int]


@dataclass(frozen=True)
class Totals:
    """How much there is: sessions that are listed, messages, and memories with a checksum."""

    active: int
    archived: int
    messages: int
    memories: int
    memory_checksum: str


async def seeds(db: Database) -> list[str]:
    """Return the seeds that the database has had."""
    found: list[str] = await db.value("data.seeds")
    return found


async def export_page(db: Database, kind: str, after: str | None, limit: int) -> list[Exported]:
    """Return rows of one kind after a key, from the first when it is None; an empty page is the end."""
    return await db.many(Exported, "data.export_page", p_kind=kind, p_after=after, p_limit=limit)


async def clear_seeds(db: Database, seeds: list[str]) -> None:
    """Remove, from a database that nobody used, untouched seeds that an import is about to bring or to leave out."""
    await db.value("data.clear_seeds", p_seeds=seeds)


async def import_rows(db: Database, lines: str, write: bool) -> list[Compared]:
    """Compare lines, a JSON list, with what is stored, and store with `write` what is not there.

    All of it or nothing. Refused 422 row_unfit when one of them cannot be stored.
    """
    return await db.many(Compared, "data.import_rows", p_lines=lines, p_write=write)


async def leftovers(db: Database, archived_days: int | None) -> list[Leftover]:
    """Return what a clean-up would find, by kind."""
    return await db.many(Leftover, "data.leftovers", p_archived_days=archived_days)


async def marked(db: Database, archived_days: int | None) -> Marked:
    """Return which threads and sessions a clean-up is about, as they are now."""
    row = await db.one(Marked, "data.marked", p_archived_days=archived_days)
    assert row is not None
    return row


async def clean_up(db: Database, marked: Marked, adopt: bool) -> list[Leftover]:
    """Clean up what was marked, if it is as it was, and what else is left over; return by kind what was done."""
    return await db.many(
        Leftover,
        "data.clean_up",
        p_orphans=marked.orphans,
        p_orphan_marks=marked.orphan_marks,
        p_adopt=adopt,
        p_archived=marked.archived,
        p_archived_marks=marked.archived_marks,
    )


async def totals(db: Database) -> Totals:
    """Return how much there is."""
    row = await db.one(Totals, "data.totals")
    assert row is not None
    return row
