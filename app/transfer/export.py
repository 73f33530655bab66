"""Writing an export: line by line, as the database is at one moment."""

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from app.db import Database
from app.queries import data
from app.transfer.hidden import hidden
from app.transfer.lines import FORMAT, VERSION
from app.transfer.shapes import KINDS

#: What a clean-up may delete, and what that refers to.
CONVERSATIONS = (
    "workspace",
    "agent",
    *list(KINDS)[list(KINDS).index("thread") : list(KINDS).index("task") + 1],
)

_ROWS_A_PAGE = 200
#: Files are up to 10 MiB large.
_FILES_A_PAGE = 4


async def export(
    view: Database,
    kinds: Sequence[str] = tuple(KINDS),
    told: Callable[[int], None] = lambda rows: None,
    shown: Callable[[str], str] = lambda text: text,
) -> AsyncIterator[bytes]:
    """Yield an export of a snapshot, in pieces that end with a line; `told` hears how many rows there are so far,
    `shown` takes out of a text what must not be seen.

    Two exports of the same content are the same bytes. What belongs to temporary sessions, secrets, and
    what can be made anew is left out.
    """
    head: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if len(kinds) == len(KINDS):
        head["seeds"] = await data.seeds(view)
    piece = json.dumps(head).encode() + b"\n"
    digest, rows = hashlib.sha256(), 0
    for kind in kinds:
        after: str | None = None
        limit = _FILES_A_PAGE if kind == "attachment" else _ROWS_A_PAGE
        while page := await data.export_page(view, kind, after, limit):
            digest.update(piece)
            yield piece
            lines = [hidden(kind, row.line, shown) for row in page if row.line is not None]
            piece = "".join(f"{line}\n" for line in lines).encode()
            after, rows = page[-1].key, rows + len(lines)
            told(rows)
    digest.update(piece)
    yield piece
    yield json.dumps({"end": {"rows": rows, "sha256": digest.hexdigest()}}).encode() + b"\n"
