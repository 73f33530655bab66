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
