"""The bell: what PostgreSQL tells a process when something changed, wherever that happened.

One connection of a process listens for everyone in it. A ring is the name of a thing, `<room>:<id>`,
and never carries content: whoever hears it asks again. `RESYNC` is heard after the connection was
made anew, when rings may have been missed.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterator

import psycopg

logger = logging.getLogger(__name__)

CHANNEL = "popagent"
RESYNC = "resync"

#: Seconds between attempts to connect: the first pause, and the longest.
_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 5.0
#: Seconds of silence after which the connection is tried out, and that its answer may take.
_SILENCE = 15.0
_ANSWER = 5.0
#: Rings that wait for one listener; a listener so slow is told to ask for everything.
_MOST = 1_000


class Ear:
    """One listener: the names that were rung since it last asked, each once, in their order."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}
        self._rung = asyncio.Event()

    def ring(self, name: str) -> None:
        """Note a name."""
        if len(self._names) >= _MOST:
            self._names = {RESYNC: None}
        self._names[name] = None
        self._rung.set()

    async def heard(self) -> list[str]:
        """Wait for rings, and return them."""
        await self._rung.wait()
        self._rung.clear()
        names, self._names = list(self._names), {}
        return names


class Bell:
    """Listens to one database, and connects again, more and more patiently, when it is cut off."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._ears: set[Ear] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to listen, in the background."""
        self._task = asyncio.create_task(self._listen_for_ever())

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @contextlib.contextmanager
    def listening(self) -> Iterator[Ear]:
        """Lend an ear for as long as the block lasts."""
        ear = Ear()
        self._ears.add(ear)
        try:
            yield ear
        finally:
            self._ears.discard(ear)

    async def _listen_for_ever(self) -> None:
        pause = _FIRST_PAUSE
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await self._listen()
            except (psycopg.Error, OSError, TimeoutError) as error:
                logger.warning("the bell's connection was lost (%s); connecting again", type(error).__name__)
            if asyncio.get_running_loop().time() - began > _LONGEST_PAUSE:
                pause = _FIRST_PAUSE
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _listen(self) -> None:
        connection = await psycopg.AsyncConnection.connect(
            self._dsn, autocommit=True, application_name="popagent bell", connect_timeout=10
        )
        async with connection:
            await connection.execute(f"listen {CHANNEL}")
            self._ring(RESYNC)
            while True:
                async with contextlib.aclosing(connection.notifies(timeout=_SILENCE)) as rings:
                    async for ring in rings:
                        self._ring(ring.payload)
                # A connection can be dead without anybody saying so.
                async with asyncio.timeout(_ANSWER):
                    await connection.execute("select 1")

    def _ring(self, name: str) -> None:
        for ear in self._ears:
            ear.ring(name)
