"""`popagent export`, `import` and `cleanup`: everything at once, from the command line."""

import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO

from app.db import Database
from app.errors import Foreseen
from app.hiding import hiding
from app.memory_cli import run
from app.settings import Settings
from app.transfer import adopt
from app.transfer import cleanup as clean
from app.transfer.adopt import Adopted
from app.transfer.cleanup import Plan, counted
from app.transfer.export import export as lines_of
from app.transfer.files import write_new
from app.transfer.load import Import

#: Rows of an export by what its owner calls them; the others come and go with these.
_TOLD = {
    "session": "sessions",
    "message": "messages",
    "memory": "memories",
    "agent": "agents",
    "attachment": "files",
}
#: Conflicts that are told one by one.
_MOST_TOLD = 50


class Progress:
    """How far it is, on stderr: one line that is written over at a terminal, else only what is complete."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._due = 0.0
        self._shown = False

    def __call__(self, what: str, count: int) -> None:
        """Tell that something was done to so many."""
        now = time.monotonic()
        if self._live and now >= self._due:
            self._due, self._shown = now + 0.1, True
            print(f"\r{what} {count:,} …\x1b[K", end="", file=sys.stderr, flush=True)

    def done(self, text: str) -> None:
        """Tell that a part is complete."""
        print(("\r\x1b[K" if self._shown else "") + text, file=sys.stderr, flush=True)
        self._shown = False


def export(settings: Settings, file: Path | None) -> None:
    """Write everything to a new file, or print it."""
    progress = Progress()

    async def act(db: Database) -> None:
        shown = await hiding(settings, db)
        async with db.snapshot() as view:
            pieces = lines_of(view, told=lambda rows: progress("exported", rows), shown=shown)
            if file is None:
                await _print(pieces)
            else:
                await write_new(file, pieces)

    run(settings, act)
    if file is not None:
        progress.done(f"Everything is in {file}.")


async def _print(pieces: AsyncIterator[bytes]) -> None:
    async for piece in pieces:
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


def import_(settings: Settings, file: Path, dry_run: bool, remember: bool) -> int:
    """Take in an export of popagent, ChatGPT or Claude; 1 when some of it was left out."""
    with file.open("rb") as source:
        if not source.seekable():
            raise Foreseen(f"{file} can be read once only: save it as a file first")
        if source.read(64).removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"PK", b"[")):
            return _adopt(settings, source, dry_run, remember)
        if remember:
            raise Foreseen(
                "--remember is for conversations of ChatGPT and Claude; this file brings its memories along"
            )
        return _load(settings, source, dry_run)


def _load(settings: Settings, source: BinaryIO, dry_run: bool) -> int:
    progress = Progress()

    async def act(db: Database) -> Import:
        taken = Import(db, source, progress)
        progress.done(f"The file is whole: {taken.check():,} rows.")
        await taken.compare()
        if not dry_run:
            await taken.write()
        return taken

    taken = run(settings, act)
    progress.done("A dry run: nothing was written." if dry_run else "Done.")
    report = taken.report
    print(("Would come in: " if dry_run else "Came in: ") + (_listed(report.new) or "nothing"))
    if report.same:
        print(f"Here already: {_listed(report.same)}")
    told = [f"{taken.name(whole)}: {why}" for whole, why in report.refused.items()]
    _tell_all("Left as they are here, for the file has something else", [*told, *report.kept])
    return 0 if report.clean else 1


def _adopt(settings: Settings, source: BinaryIO, dry_run: bool, remember: bool) -> int:
    progress = Progress()

    async def act(db: Database) -> Adopted:
        progress.done(f"The file is whole: {adopt.check(source, progress):,} conversations.")
        return await adopt.adopt(db, source, write=not dry_run, remember=remember, told=progress)

    came = run(settings, act)
    progress.done("A dry run: nothing was written." if dry_run else "Done.")
    print(
        f"{'Would come in' if dry_run else 'Came in'}: {came.new:,} conversations with {came.messages:,} messages"
    )
    if came.known:
        print(f"Here already: {came.known:,} conversations")
    if came.empty:
        print(f"Without any text: {came.empty:,} conversations")
    if remember:
        print(f"Remembered: {came.episodes:,} episodes; those older than memories are kept go within a day")
    _tell_all("Left out", [f"“{title}”: {why}" for title, why in came.left_out])
    return 1 if came.left_out else 0


def cleanup(settings: Settings, adopt: bool, archived_days: int | None, dry_run: bool) -> int:
    """Back up and clean up, after asking at a terminal; 1 when something could not be taken."""
    plan = Plan(adopt, archived_days)
    found = run(settings, lambda db: clean.preview(db, plan))
    for what, count in found.items():
        print(f"{counted(what, count)}: to be {clean.fate(what, plan)}")
    if not found:
        print("There is nothing to clean up.")
    if not found or dry_run:
        return 0
    if sys.stdin.isatty() and input("A backup is written first. Clean up? [y/N] ").strip().lower() not in (
        "y",
        "yes",
    ):
        print("Nothing was changed.")
        return 1
    progress = Progress()
    folder = settings.data_dir / "backups"

    async def act(db: Database) -> clean.Outcome:
        shown = await hiding(settings, db)
        return await clean.clean_up(db, plan, folder, lambda rows: progress("backed up", rows), shown)

    try:
        outcome = run(settings, act)
    except OSError as error:
        raise Foreseen(
            f"the backup cannot be written, so nothing was deleted: {folder}: {error.strerror}"
        ) from None
    progress.done(f"Backup of {outcome.rows:,} rows: {outcome.backup}")
    for line in clean.told(outcome):
        print(line)
    return 1 if outcome.left else 0


def _listed(rows: Counter[str]) -> str:
    """Return counts of rows in words, those first that their owner knows by name."""
    named = [f"{rows[kind]:,} {words}" for kind, words in _TOLD.items() if rows[kind]]
    others = sum(count for kind, count in rows.items() if kind not in _TOLD)
    return ", ".join([*named, *([f"{others:,} other rows"] if others else [])])


def _tell_all(heading: str, lines: list[str]) -> None:
    if lines:
        print(f"{heading}:")
    for line in lines[:_MOST_TOLD]:
        print(f"  {line}")
    if len(lines) > _MOST_TOLD:
        print(f"  and {len(lines) - _MOST_TOLD:,} more")
