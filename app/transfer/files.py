"""Files that are there whole or not at all, and that nobody else may read."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

from app.errors import Foreseen


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, for its owner alone; what is there stays as it is."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


async def write_new(path: Path, pieces: AsyncIterator[bytes]) -> None:
    """Write a file that gets its name when it is complete and on the disk; only its owner may read it.

    Raises Foreseen when the name is taken, OSError when it cannot be written; nothing is left of it then.
    """
    file = await asyncio.to_thread(_NewFile, path)
    try:
        async for piece in pieces:
            await asyncio.to_thread(file.write, piece)
        await asyncio.to_thread(file.finish)
    finally:
        file.close()


class _NewFile:
    """A file without its name, until `finish`; `close` leaves nothing else behind."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._refuse_taken()
        self._unfinished = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
        self._output = open(os.open(self._unfinished, flags, 0o600), "wb")  # noqa: SIM115

    def write(self, piece: bytes) -> None:
        self._output.write(piece)

    def finish(self) -> None:
        self._output.flush()
        os.fsync(self._output.fileno())
        try:
            os.link(self._unfinished, self._path)
        except OSError:  # taken, or a file system without links
            self._refuse_taken()
            os.rename(self._unfinished, self._path)
        _sync(self._path.parent)

    def close(self) -> None:
        with suppress(OSError):
            self._output.close()
        with suppress(OSError):
            self._unfinished.unlink()

    def _refuse_taken(self) -> None:
        if self._path.exists():
            raise Foreseen(f"{self._path} is there already: choose another name")


def _sync(folder: Path) -> None:
    """See to it that the name is on the disk too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
