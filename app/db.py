"""The one way to the database: pools, calls of SQL functions, refusals as exceptions.

A call names a function and its arguments; the rows come back as frozen dataclasses whose
fields are the function's output columns. No other module holds a statement.
"""

import dataclasses
import functools
import json
import re
import select
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper
from psycopg.rows import class_row, scalar_row
from psycopg.types.json import Jsonb as Json
from psycopg.types.json import set_json_dumps
from psycopg.types.string import StrDumper
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from app.text import scrub

__all__ = ["Database", "Json", "Refused", "Unavailable"]

Row = TypeVar("Row")

#: SQLSTATEs of the code schemas' refusals, by the HTTP status that each stands for.
_REFUSALS = {"PT400": 400, "PT404": 404, "PT409": 409, "PT422": 422, "PT503": 503}
_ESCAPE = re.compile(r"\\(?:u0000|.)")
_DEADLOCK_OR_CONFLICT = {"40P01", "40001"}


class Refused(Exception):
    """A request that the rules do not allow: `status`, stable `code`, sentence, details."""

    def __init__(self, status: int, code: str, message: str, detail: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.detail = detail or {}


class Unavailable(Exception):
    """The database did not answer, or the connection broke before it had."""


class _ScrubbedText(StrDumper):
    def dump(self, obj: str) -> Buffer | None:
        return super().dump(scrub(obj))


def _dumps(value: Any) -> str:
    text: str = scrub(json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False))
    if "\\u0000" not in text:
        return text
    # Here a NUL is an escape; a backslash that is escaped itself may stand before what looks like one.
    return _ESCAPE.sub(lambda found: "\ufffd" if found[0] == "\\u0000" else found[0], text)


async def _prepare(connection: psycopg.AsyncConnection[Any]) -> None:
    connection.adapters.register_dumper(str, cast(type[Dumper], _ScrubbedText))
    set_json_dumps(_dumps, connection)


async def _check(connection: psycopg.AsyncConnection[Any]) -> None:
    """Test a connection before it is lent, at the price of a system call.

    An idle connection has nothing to read. When it has, the server has closed it or is about to
    say so: only then is it asked, which raises when it is dead, and the pool lends another.
    """
    waiting = select.poll()  # select.select() knows no more than 1024 descriptors
    waiting.register(connection.fileno(), select.POLLIN)
    if waiting.poll(0):
        await AsyncConnectionPool.check_connection(connection)


class Database:
    """A pool of connections to one database, and calls of its functions.

    Sizes are connections; `statement_timeout_ms` ends any longer statement of this pool
    (a time-out set inside a function would come too late). The pool opens without waiting for
    the database, and each connection is tested before it is lent, so that an outage costs the
    calls made during it and nothing after.
    """

    def __init__(
        self, dsn: str, *, min_size: int = 1, max_size: int = 8, statement_timeout_ms: int | None = None
    ) -> None:
        # A server process whose client was killed ends its statement instead of finishing it.
        options = "-c timezone=UTC -c client_connection_check_interval=1s"
        if statement_timeout_ms is not None:
            options += f" -c statement_timeout={statement_timeout_ms}"
        self._pool = AsyncConnectionPool(
            dsn,
            min_size=min_size,
            max_size=max_size,
            open=False,
            timeout=10,
            # Attempts to reconnect grow rarer; given up soon, the next call begins anew.
            reconnect_timeout=5,
            configure=_prepare,
            check=_check,
            kwargs={"autocommit": True, "options": options, "application_name": "popagent"},
        )

    async def open(self) -> None:
        """Start connecting, in the background."""
        await self._pool.open()

    async def close(self) -> None:
        """Close all connections; those lent out first finish their statement."""
        await self._pool.close()

    async def one(self, row: type[Row], function: str, /, **arguments: Any) -> Row | None:
        """Return the first row of `function(arguments)`, or None. Raises `Refused`, `Unavailable`."""
        rows = await self.many(row, function, **arguments)
        return rows[0] if rows else None

    async def many(self, row: type[Row], function: str, /, **arguments: Any) -> list[Row]:
        """Return the rows of `function(arguments)`. Raises `Refused`, `Unavailable`."""
        statement = _rows_statement(cast(Hashable, row), function, tuple(arguments))
        return cast(list[Row], await self._fetch(class_row(row), statement, arguments))

    async def value(self, function: str, /, **arguments: Any) -> Any:
        """Return the one value of `function(arguments)`. Raises `Refused`, `Unavailable`."""
        rows = await self._fetch(scalar_row, _value_statement(function, tuple(arguments)), arguments)
        return rows[0] if rows else None

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator["Database"]:
        """Lend the database as it is at this moment, to read from: many calls that see one state of it.

        It holds one connection of the pool. A reader who stays away for ten minutes loses it, so that
        the server may clean up behind everybody else. Raises `Unavailable`.
        """
        try:
            async with self._pool.connection() as connection:
                await connection.set_isolation_level(psycopg.IsolationLevel.REPEATABLE_READ)
                await connection.set_read_only(True)
                try:
                    async with connection.transaction():
                        await connection.execute("set local idle_in_transaction_session_timeout = '10min'")
                        yield _Snapshot(connection)
                finally:
                    if not connection.closed:
                        await connection.set_isolation_level(None)
                        await connection.set_read_only(None)
        except PoolTimeout as error:
            raise Unavailable("The database does not answer.") from error

    async def _fetch(self, row_factory: Any, statement: bytes, arguments: dict[str, Any]) -> list[Any]:
        try:
            return await self._execute(row_factory, statement, arguments)
        except psycopg.Error as error:
            if not _worth_another_try(error):
                raise _translated(error) from error
        try:
            return await self._execute(row_factory, statement, arguments)
        except psycopg.Error as error:
            raise _translated(error) from error

    async def _execute(self, row_factory: Any, statement: bytes, arguments: dict[str, Any]) -> list[Any]:
        try:
            async with self._pool.connection() as connection:
                cursor = connection.cursor(row_factory=row_factory)
                await cursor.execute(statement, arguments)
                return await cursor.fetchall()
        except PoolTimeout as error:
            raise Unavailable("The database does not answer.") from error


class _Snapshot(Database):
    """The database as one transaction sees it."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self._connection = connection

    async def _execute(self, row_factory: Any, statement: bytes, arguments: dict[str, Any]) -> list[Any]:
        cursor = self._connection.cursor(row_factory=row_factory)
        await cursor.execute(statement, arguments)
        return await cursor.fetchall()


def _worth_another_try(error: psycopg.Error) -> bool:
    if error.sqlstate in _DEADLOCK_OR_CONFLICT:
        return True
    # After a reload of the code schemas the first call of each connection fails like this, once.
    return error.sqlstate == "XX000" and "cache lookup failed" in str(error)


def _translated(error: psycopg.Error) -> Exception:
    if error.sqlstate in _REFUSALS:
        diag = error.diag
        detail = json.loads(diag.message_detail) if diag.message_detail else None
        code = diag.message_hint or "refused"
        return Refused(_REFUSALS[error.sqlstate], code, diag.message_primary or code, detail)
    if isinstance(error, psycopg.OperationalError) and error.sqlstate in (None, "57P01", "57P02", "57P03"):
        return Unavailable("The connection to the database broke.")
    return error


@functools.cache
def _rows_statement(row: Hashable, function: str, arguments: tuple[str, ...]) -> bytes:
    columns = ", ".join(field.name for field in dataclasses.fields(cast(Any, row)))
    return " ".join(("select", columns, "from", _call(function, arguments))).encode()


@functools.cache
def _value_statement(function: str, arguments: tuple[str, ...]) -> bytes:
    return " ".join(("select", _call(function, arguments))).encode()


def _call(function: str, arguments: tuple[str, ...]) -> str:
    return f"{function}({', '.join(f'{name} => %({name})s' for name in arguments)})"
