"""Exporting and importing as the commands do it."""

import hashlib
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg

from app.db import Database
from app.transfer.export import export
from app.transfer.load import Import


@asynccontextmanager
async def opened(dsn: str) -> AsyncIterator[Database]:
    db = Database(dsn, max_size=4)
    await db.open()
    try:
        yield db
    finally:
        await db.close()


async def exported(dsn: str) -> bytes:
    """Everything in a database, as a file holds it."""
    async with opened(dsn) as db, db.snapshot() as view:
        return b"".join([piece async for piece in export(view)])


async def imported(dsn: str, file: bytes, *, write: bool = True) -> Import:
    """Take in a file."""
    async with opened(dsn) as db:
        taken = Import(db, io.BytesIO(file))
        taken.check()
        await taken.compare()
        if write:
            await taken.write()
        return taken


def lines(file: bytes) -> list[bytes]:
    """The lines of a file without head and end."""
    return file.split(b"\n")[1:-2]


def sealed(head: bytes, rows: list[bytes]) -> bytes:
    """A file of these lines whose end says what it should."""
    body = b"".join(row + b"\n" for row in [head, *rows])
    end = {"end": {"rows": len(rows), "sha256": hashlib.sha256(body).hexdigest()}}
    return body + json.dumps(end).encode() + b"\n"


def ask(dsn: str, query: str, *values: Any) -> Any:
    """The first value that a query finds."""
    with psycopg.connect(dsn) as connection:
        row = connection.execute(query, values).fetchone()  # type: ignore[call-overload]
        return row and row[0]
