"""Importing an export: compare all of it with what is stored, then store what is not there.

Nothing stored is overwritten. A session of which anything is stored with other content is left out as
a whole and named; so an import can be repeated, and one that was killed goes on where it stopped.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from app.db import Database, Refused
from app.errors import Foreseen
from app.queries import data
from app.transfer import lines
from app.transfer.lines import Broken, Line
from app.transfer.shapes import Agent, Execution, Memory, Session, Skill, ToolPolicy, Workspace

#: Called with what is being done and the number of rows it was done to.
Told = Callable[[str, int], None]

_BYTES_A_BATCH = 4 * 1024 * 1024
#: Rows of a session that may differ: where its owner is reading and writing here, not what was said.
_PASSING = {"thread_state"}


class Stopped(Foreseen):
    """An import that ended in the middle; importing again goes on."""


@dataclass
class Report:
    """What an import did or would do: rows by kind, and what stays as it is here, in words."""

    new: Counter[str] = field(default_factory=Counter)
    same: Counter[str] = field(default_factory=Counter)
    kept: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        """Whether everything the file holds is here now, or would be."""
        return not self.kept and not self.refused


class Import:
    """One file on its way into a database: `check`, then `compare`, then `write`."""

    def __init__(
        self,
        db: Database,
        source: BinaryIO,
        told: Told = lambda what, rows: None,
        rows_a_batch: int = 500,
    ) -> None:
        self._db = db
        self._source = source
        self._told = told
        self._rows_a_batch = rows_a_batch
        self._seeds: list[str] = []
        self._names: dict[str, str] = {}
        #: What is counted of wholes that are here already; it counts once all of their rows were compared.
        self._doubtful: dict[str, Report] = {}
        self._left_out: set[str] = set()
        #: Delegations: the execution that each thread of one works for, and the thread of that.
        self._works_for: dict[str, str] = {}
        self._thread_of: dict[str, str] = {}
        self.report = Report()

    def check(self) -> int:
        """Read the whole file; return how many rows it holds. Raises `Broken`."""
        self._seeds = lines.read_head(self._source)
        rows = 0
        for line in lines.read_rows(self._source):
            rows += 1
            if isinstance(line.row, Execution) and line.row.parent_id is not None:
                self._works_for[line.row.whole] = line.row.parent_id
            self._told("checked", rows)
        return rows

    async def compare(self) -> None:
        """Find out what is here already. Raises `Broken` when a row could not be stored."""
        parents = set(self._works_for.values())
        rows = 0
        for batch in self._batches(lines.read_rows(self._source)):
            for line, differs_in in await self._take(batch, write=False):
                self._note(line, differs_in)
                if isinstance(line.row, Execution) and line.row.id in parents:
                    self._thread_of[line.row.id] = line.row.whole
            rows += len(batch)
            self._told("compared", rows)
        self._leave_out_delegations()
        self._settle()

    def name(self, whole: str) -> str:
        """Return what is left out in words."""
        return self._names.get(whole, whole)

    async def write(self) -> None:
        """Store what is not here. Raises `Stopped` when a row cannot be stored after all."""
        if not self.report.new:
            return
        await data.clear_seeds(self._db, self._seeds)
        self.report = Report(refused=self.report.refused)
        wanted = (line for line in lines.read_rows(self._source) if line.row.whole not in self._left_out)
        rows = 0
        for batch in self._batches(wanted):
            for line, differs_in in await self._take(batch, write=True):
                self._count(self.report, line, differs_in)
            rows += len(batch)
            self._told("stored", rows)

    async def _take(self, batch: list[Line], *, write: bool) -> list[tuple[Line, list[str] | None]]:
        try:
            compared = await data.import_rows(self._db, _listed(batch), write)
        except Refused as refusal:
            if len(batch) == 1:
                raise self._unfit(batch[0], refusal, write) from None
            # One of them does not fit: alone it says which.
            return [pair for line in batch for pair in await self._take([line], write=write)]
        return [(batch[one.n - 1], one.differs_in) for one in compared]

    def _unfit(self, line: Line, refusal: Refused, write: bool) -> Foreseen:
        trouble = f"line {line.number}: this {line.kind} cannot be stored: {refusal.message}"
        if not write:
            return Broken(trouble)
        return Stopped(f"{trouble}; what stands before it is imported")

    def _note(self, line: Line, differs_in: list[str] | None) -> None:
        """Count a row that was compared; what is part of something that is here waits for the other parts."""
        whole, row = line.row.whole, line.row
        if line.kind in ("thread", "skill") and differs_in is not None:
            self._doubtful[whole] = Report()
        if isinstance(row, Session) and whole in self._doubtful:
            self._names[whole] = f"session “{row.title}” ({row.id})"
        if isinstance(row, Skill):
            self._names[whole] = f"skill {row.name}"
            if differs_in == ["id"]:  # the agent has the same one under another id
                self._left_out.add(whole)
                differs_in = []
        self._count(self._doubtful.get(whole, self.report), line, differs_in)

    def _count(self, report: Report, line: Line, differs_in: list[str] | None) -> None:
        if differs_in is None:
            report.new[line.kind] += 1
        elif not differs_in or line.kind in _PASSING:
            report.same[line.kind] += 1
        elif line.row.whole:
            which = f"message {line.row.place[-1]}" if line.kind == "message" else line.kind
            self.report.refused.setdefault(line.row.whole, f"{which}: {', '.join(differs_in)}")
        else:
            self.report.kept.append(f"{_named(line)}: {', '.join(differs_in)}")

    def _leave_out_delegations(self) -> None:
        """What was delegated and the answer that it worked for come together, or not at all."""
        refused = self.report.refused
        for delegation, execution in self._works_for.items():
            if delegation in refused:
                refused.setdefault(self._thread_of[execution], refused.pop(delegation))
        self._left_out |= set(refused)
        self._left_out |= {
            delegation
            for delegation, execution in self._works_for.items()
            if self._thread_of[execution] in refused
        }

    def _settle(self) -> None:
        """Count what is part of something that is here and comes in as far as it is not."""
        for whole, counted in self._doubtful.items():
            if whole not in self._left_out:
                self.report.new += counted.new
            if whole not in self.report.refused:
                self.report.same += counted.same

    def _batches(self, rows: Iterable[Line]) -> Iterator[list[Line]]:
        batch: list[Line] = []
        size = 0
        for row in rows:
            if batch and (len(batch) == self._rows_a_batch or size + len(row.raw) > _BYTES_A_BATCH):
                yield batch
                batch, size = [], 0
            batch.append(row)
            size += len(row.raw)
        if batch:
            yield batch


def _listed(batch: list[Line]) -> str:
    return "[" + ",".join(line.raw.decode() for line in batch) + "]"


def _named(line: Line) -> str:
    """Return which row it is, for people."""
    match line.row:
        case Memory(key=key, content=content):
            return f"memory {key or ' '.join(content.split())[:60]}"
        case ToolPolicy(tool=tool):
            return f"policy of the tool {tool}"
        case Workspace(name=name) | Agent(name=name):
            return f"{line.kind} {name}"
        case _:
            return line.kind.replace("_", " ")
