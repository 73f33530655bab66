"""The files that a command names: its program and the paths among its arguments."""

import os
from pathlib import Path


def named(argv: list[str]) -> list[Path]:
    """Return the paths that a command names."""
    return [Path(each) for each in argv if each.startswith("/")]


def trouble(argv: list[str]) -> str:
    """Return what is wrong with the files of a command; nothing when all is there.

    An interpreter whose script is missing ends with 2, as a hook that blocks does: so it is looked for first.
    """
    program = Path(argv[0]) if argv else Path()
    if not program.is_absolute():
        return "the program must be an absolute path"
    if not program.is_file() or not os.access(program, os.X_OK):
        return f"there is no program at {program}"
    missing = next((path for path in named(argv[1:]) if not path.exists()), None)
    return f"there is no file at {missing}" if missing is not None else ""
