"""pgqueuer over a connection pool: its statements on pooled connections, its LISTEN on one of its own.

The library's own psycopg driver keeps everything on one connection, whose LISTEN blocks the rest
for up to a second at a time.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Self

import psycopg
from pgqueuer.core.tm import TaskManager
from psycopg import AsyncRawCursor, sql
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

Callback = Callable[[str | bytes | bytearray], None]

logger = logging.getLogger(__name__)

#: Seconds between attempts to listen again after the connection was lost.
_LISTEN_AGAIN = 0.5


class PoolDriver:
    """What pgqueuer asks of a database driver. Entered by several of its parts; the last one out closes it."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._pool = AsyncConnectionPool(
            dsn,
            min_size=1,
            max_size=3,
            open=False,
            # Seconds; the pool's own default lets the pauses between attempts grow for minutes.
            reconnect_timeout=5,
            check=AsyncConnectionPool.check_connection,
            kwargs={"autocommit": True, "application_name": "popagent jobs"},
        )
        self._shutdown = asyncio.Event()
        self._tasks = TaskManager()
        self._callbacks: dict[str, list[Callback]] = {}
        self._listening = asyncio.Event()
        self._listener: asyncio.Task[None] | None = None
        self._entered = 0

    @property
    def shutdown(self) -> asyncio.Event:
        return self._shutdown

    @property
    def tm(self) -> TaskManager:
        return self._tasks

    async def fetch(self, query: str, *args: object) -> list[dict[str, object]]:
        async with self._pool.connection() as connection:
            cursor = AsyncRawCursor(connection, row_factory=dict_row)
            await cursor.execute(query.encode(), args or None)
            return await cursor.fetchall()

    async def execute(self, query: str, *args: object) -> str:
        async with self._pool.connection() as connection:
            cursor = AsyncRawCursor(connection)
            await cursor.execute(query.encode(), args or None)
            return cursor.statusmessage or ""

    async def notify(self, channel: str, payload: str) -> None:
        await self.execute("select pg_notify($1, $2)", channel, payload)

    async def add_listener(self, channel: str, callback: Callback) -> None:
        self._callbacks.setdefault(channel, []).append(callback)
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.wait({self._listener})
        self._listening.clear()
        self._listener = asyncio.create_task(self._listen_for_ever())
        await self._listening.wait()

    async def remove_listener(self, channel: str, callback: Callback) -> None:
        with contextlib.suppress(ValueError):
            self._callbacks.get(channel, []).remove(callback)

    async def _listen_for_ever(self) -> None:
        while not self._shutdown.is_set():
            try:
                await self._listen()
            except psycopg.OperationalError:
                logger.warning("the connection that hears of new jobs was lost; connecting again")
                await asyncio.sleep(_LISTEN_AGAIN)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(self._dsn, autocommit=True) as connection:
            for channel in self._callbacks:
                await connection.execute(sql.SQL("listen {}").format(sql.Identifier(channel)))
            self._listening.set()
            async for heard in connection.notifies():
                for callback in list(self._callbacks.get(heard.channel, [])):
                    callback(heard.payload)

    async def __aenter__(self) -> Self:
        if self._entered == 0:
            self._shutdown.clear()
            await self._pool.open()
        self._entered += 1
        return self

    async def __aexit__(self, *_: Any) -> None:
        self._entered -= 1
        if self._entered == 0:
            self._shutdown.set()
            if self._listener is not None:
                self._listener.cancel()
                await asyncio.wait({self._listener})
                self._listener = None
            await self._tasks.gather_tasks()
            self._callbacks.clear()
            await self._pool.close()
