"""Writing an export: line by line, as the database is at one moment."""

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterable

from app.db import Database
from app.queries import data
from app.transfer.lines import FORMAT, VERSION
from app.transfer.shapes import KINDS

#: What a clean-up may delete, and what that refers to.
CONVERSATIONS = tuple(kind for kind in KINDS if kind not in (
    "runtime_settings", "embedding_settings", "memory", "tombstone",
))  # fmt: skip

_ROWS_A_PAGE = 200


async def export(
    db: Database, kinds: Iterable[str] = KINDS, told: Callable[[int], None] = lambda rows: None
) -> AsyncIterator[bytes]:
    """Yield an export in pieces that end with a line; `told` hears how many rows there are so far.

    Two exports of the same content are the same bytes. What belongs to temporary sessions, secrets and
    what can be made anew is left out. Whoever stops reading early closes the iterator.
    """
    digest, rows = hashlib.sha256(), 0
    async with db.snapshot() as view:
        head = {"format": FORMAT, "version": VERSION}
        if tuple(kinds) == tuple(KINDS):
            head["seeds"] = await data.seeds(view)
        piece = json.dumps(head).encode() + b"\n"
        for kind in kinds:
            after: str | None = None
            while page := await data.export_page(view, kind, after, _ROWS_A_PAGE):
                lines = [row.line for row in page if row.line is not None]
                digest.update(piece)
                yield piece
                piece = "".join(f"{line}\n" for line in lines).encode()
                after, rows = page[-1].key, rows + len(lines)
                told(rows)
        digest.update(piece)
        end = {"end": {"rows": rows, "sha256": digest.hexdigest()}}
        yield piece + json.dumps(end).encode() + b"\n"
