"""`popagent memory …`: long-term memory from the command line."""

import asyncio
import json
import math
import sys
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO, TypeVar
from uuid import UUID

from app import databases, schema
from app.db import Database, Refused
from app.errors import Foreseen
from app.hiding import hiding
from app.queries import memory
from app.settings import Settings

OWNER = "popagent-user"
_OUTCOMES = {
    "new": "stored",
    "replaced": "stored in place of the key's earlier value",
    "known": "was known already",
}
_HEAD = {"format": "popagent-memories", "version": 1}
#: Memories that are taken in one statement, all or none of them.
_BATCH = 50_000

Result = TypeVar("Result")


def search(settings: Settings, query: str, limit: int) -> int:
    """Print what would be recalled for a query, best first; 1 when nothing would."""
    found = run(settings, lambda db: memory.recall(db, OWNER, query, limit))
    for row in found:
        key = f" [{row.key}]" if row.key else ""
        print(
            f"{row.score:6.2f}  {row.id}  {row.kind:<7} {row.created_at:%Y-%m-%d}{key}  {_line(row.content)}"
        )
    return 0 if found else 1


def add(settings: Settings, content: str, key: str | None, importance: float) -> None:
    """Store a fact and print its id."""
    stored = run(settings, lambda db: memory.learn(db, OWNER, content, key, importance))
    print(f"{stored.id}  {_OUTCOMES[stored.outcome]}")


def forget(settings: Settings, id: UUID) -> None:
    """Delete a memory with its history."""
    gone = run(settings, lambda db: memory.forget(db, OWNER, id))
    print(f"{id}  deleted" + (f" with {gone - 1} earlier values" if gone > 1 else ""))


def export(settings: Settings, file: Path | None) -> None:
    """Write all memories, history included, as JSON lines to a file that does not exist yet, or print them."""
    if file is None:
        run(settings, lambda db: _write(settings, db, sys.stdout))
        return
    with file.open("x", encoding="utf-8") as output:
        try:
            count = run(settings, lambda db: _write(settings, db, output))
        except BaseException:
            file.unlink()
            raise
    print(f"{count} memories written to {file}")


def import_(settings: Settings, file: Path) -> None:
    """Take memories from such a file; those that are there already stay as they are."""
    with file.open(encoding="utf-8") as source:
        rows = sorted(_read(source, file), key=_successors_first)
    came = run(settings, lambda db: _take(db, rows))
    print(f"{came} of {len(rows)} memories imported; the others were there already")


def _successors_first(row: dict[str, Any]) -> float:
    """History comes after what took its place, without which it is not taken."""
    ended = row.get("superseded_at")
    return -datetime.fromisoformat(ended).timestamp() if ended else -math.inf


async def _write(settings: Settings, db: Database, output: TextIO) -> int:
    shown = await hiding(settings, db)
    output.write(json.dumps(_HEAD) + "\n")
    count = after = 0
    while page := await memory.export_page(db, OWNER, after):
        for row in page:
            content = shown(row.described["content"])
            output.write(json.dumps(row.described | {"content": content}, ensure_ascii=False) + "\n")
        after, count = page[-1].seq, count + len(page)
    return count


def _read(source: TextIO, file: Path) -> Iterator[dict[str, Any]]:
    try:
        head = json.loads(source.readline())
    except ValueError:
        head = None
    if head != _HEAD:
        raise Foreseen(f"{file} is not an export of memories by this release")
    for number, line in enumerate(source, start=2):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict) or "id" not in row or not _is_time(row.get("superseded_at")):
            raise Foreseen(f"{file}, line {number}: not a memory; nothing was imported")
        yield row | {"seq": number}


def _is_time(value: Any) -> bool:
    try:
        return value is None or datetime.fromisoformat(value) is not None
    except (TypeError, ValueError):
        return False


async def _take(db: Database, rows: list[dict[str, Any]]) -> int:
    return sum(
        [await memory.restore(db, OWNER, rows[at : at + _BATCH]) for at in range(0, len(rows), _BATCH)]
    )


def run(settings: Settings, action: Callable[[Database], Awaitable[Result]]) -> Result:
    """Open the application database as the settings have it and do something there."""

    async def act(dsn: str) -> Result:
        db = Database(dsn, max_size=1)
        await db.open()
        try:
            return await action(db)
        except Refused as refusal:
            raise Foreseen(refusal.message) from None
        finally:
            await db.close()

    with databases.opened(settings) as dsns:
        databases.check(dsns)
        schema.migrate(dsns.application, dsns.observability)
        return asyncio.run(act(dsns.application))


def _line(content: str) -> str:
    line = " ".join(content.split())
    return line if len(line) <= 100 else f"{line[:99]}…"
