"""Reading ahead, so that all that has arrived comes out in one piece."""

import asyncio
from collections.abc import AsyncIterator

_MOST_AHEAD = 1024 * 1024


class Pump:
    """Takes small pieces off an iterator in a task of its own; `next` gives everything taken so far.

    A client library hands out one HTTP chunk at a time, often one word, although many came in
    the same network read. At most about 1 MiB is taken ahead.
    """

    def __init__(self, pieces: AsyncIterator[bytes]) -> None:
        self._source = pieces
        self._taken: list[bytes] = []
        self._size = 0
        self._ended = False
        self._error: Exception | None = None
        self._came = asyncio.Event()
        self._room = asyncio.Event()
        self._task = asyncio.create_task(self._take())

    async def next(self, seconds: float | None = None) -> bytes | None:
        """What has come since the last call, waiting for it; None at the end or after `seconds`.

        Raises what the iterator raised, after all that came before.
        """
        if not self._taken and not self._ended:
            self._came.clear()
            if seconds is None:
                await self._came.wait()
            else:
                try:
                    async with asyncio.timeout(seconds):
                        await self._came.wait()
                except TimeoutError:
                    return None
        if self._taken:
            taken, self._taken, self._size = self._taken, [], 0
            self._room.set()
            return taken[0] if len(taken) == 1 else b"".join(taken)
        if self._error:
            raise self._error
        return None

    async def close(self) -> None:
        """Stop reading."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _take(self) -> None:
        try:
            async for piece in self._source:
                self._taken.append(piece)
                self._size += len(piece)
                self._came.set()
                while self._size > _MOST_AHEAD:
                    self._room.clear()
                    await self._room.wait()
        except Exception as error:
            self._error = error
        finally:
            self._ended = True
            self._came.set()
