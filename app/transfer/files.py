"""Files that are there whole or not at all, and that nobody else may read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from app.errors import Foreseen


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Lend a file that gets its name only when it is complete and on the disk; its owner alone may read it.

    Raises Foreseen when the name is taken, OSError when it cannot be written; then nothing is left of it.
    """
    if path.exists():
        raise Foreseen(f"{path} is there already: choose another name")
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as output:
        try:
            yield output
            output.flush()
            os.fsync(output.fileno())
            _name(unfinished, path)
        except FileExistsError:
            raise Foreseen(f"{path} is there already: choose another name") from None
        finally:
            with suppress(OSError):
                unfinished.unlink()
    _sync(path.parent)


def _name(unfinished: Path, path: Path) -> None:
    """Give a file its name, if that is free. Raises FileExistsError."""
    try:
        os.link(unfinished, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError from None
        os.rename(unfinished, path)


def _sync(folder: Path) -> None:
    """See to it that the name is on the disk too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
