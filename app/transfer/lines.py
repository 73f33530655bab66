"""Reading an export: every line is held to its shape, and the file to being whole, before anything is stored."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, NoReturn

from pydantic import ValidationError

from app.errors import Foreseen
from app.transfer.row import Row
from app.transfer.shapes import KINDS, Execution, Message

FORMAT = "popagent"
VERSION = 1

#: Bytes of one line; the largest attachment fits.
LONGEST_LINE = 64 * 1024 * 1024

_PLACES = {kind: place for place, kind in enumerate(KINDS)}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)


class Broken(Foreseen):
    """A file that cannot be imported: the line, and what is wrong with it."""

    def __init__(self, trouble: str) -> None:
        super().__init__(f"{trouble}; nothing was imported")


@dataclass(frozen=True)
class Line:
    """One row of a file; `raw` is the line as it stands there, without its end."""

    number: int
    raw: bytes
    kind: str
    row: Row


def read_head(source: BinaryIO) -> list[str]:
    """Return the seeds that the first line names. Raises `Broken` when this is no export, or one of a later release."""
    source.seek(0)
    try:
        head = json.loads(source.readline(100_000).decode())
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise Broken("line 1: this is not an export of popagent")
    version = head.get("version")
    if not isinstance(version, int) or version < 1:
        raise Broken("line 1: the version of the format is not a number")
    if version > VERSION:
        raise Broken(
            f"this export has format version {version}, and this release reads up to {VERSION}:"
            " update popagent, then import again"
        )
    seeds = head.get("seeds", [])
    if not isinstance(seeds, list) or not all(isinstance(seed, str) for seed in seeds):
        raise Broken("line 1: the seeds are not a list of names")
    return seeds


def read_rows(source: BinaryIO) -> Iterator[Line]:
    """Yield the rows of a file from its beginning. Raises `Broken`, at the latest after the last row.

    A file is whole when its last line counts the rows and bears the digest of all that stands
    before it; rows stand in order, and after what they refer to.
    """
    source.seek(0)
    digest = hashlib.sha256(source.readline(100_000))
    known = _Known()
    last: tuple[Any, ...] = ()
    number = 1
    for number, raw in _lines(source):
        kind, value = _opened(number, raw)
        if kind == "end":
            _check_end(number, value, number - 2, digest.hexdigest())
            if source.read(1):
                raise Broken(f"line {number + 1}: something follows the end")
            return
        digest.update(raw + b"\n")
        row = _shaped(number, kind, value)
        place = (_PLACES[kind], *row.place)
        if place <= last:
            raise Broken(f"line {number}: this {kind} stands twice, or out of order")
        last = place
        missing = known.missing(kind, row)
        if missing:
            raise Broken(f"line {number}: {missing}")
        yield Line(number, raw, kind, row)
    raise Broken(f"the file ends after line {number}, before its own end")


def _lines(source: BinaryIO) -> Iterator[tuple[int, bytes]]:
    number = 1
    while raw := source.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            raise Broken(f"line {number}: longer than {LONGEST_LINE // 1024**2} MiB")
        if not raw.endswith(b"\n"):
            raise Broken(f"the file breaks off in line {number}")
        yield number, raw[:-1]


def _opened(number: int, raw: bytes) -> tuple[str, Any]:
    """Return kind and value of a line."""
    try:
        text = raw.decode()
        line = json.loads(text, parse_constant=_refuse_constant, parse_int=_int)
    except ValueError:
        raise Broken(f"line {number}: this is not JSON") from None
    except RecursionError:
        raise Broken(f"line {number}: nested too deeply") from None
    if not isinstance(line, dict) or len(line) != 1:
        raise Broken(f"line {number}: not an object of one kind")
    [(kind, value)] = line.items()
    if kind != "end" and kind not in KINDS:
        raise Broken(f"line {number}: “{kind[:40]}” is no kind of row")
    if "\\u" in text and _unstorable(text):
        raise Broken(f"line {number}: holds a NUL or half a character, which cannot be stored")
    return kind, value


def _shaped(number: int, kind: str, value: Any) -> Row:
    try:
        row = KINDS[kind].model_validate(value)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join([kind, *(str(place) for place in fault["loc"])])
        raise Broken(f"line {number}: {where}: {fault['msg']}") from None
    if isinstance(row, Execution) and (row.kind == "delegation") != (kind == "delegation"):
        raise Broken(f"line {number}: {kind}.kind: this is a {row.kind}")
    return row


def _check_end(number: int, value: Any, rows: int, digest: str) -> None:
    if not isinstance(value, dict) or value.get("rows") != rows:
        raise Broken(f"line {number}: {rows} rows stand before the end, and it counts others")
    if value.get("sha256") != digest:
        raise Broken("the file was changed or damaged after it was written")


class _Known:
    """What a row may refer to: what stood before it."""

    def __init__(self) -> None:
        self._ids: dict[str, set[str]] = {
            kind: set() for shape in KINDS.values() for kind in shape.refers.values()
        }
        self._thread = ""
        self._in_thread: set[str] = set()

    def missing(self, kind: str, row: Row) -> str:
        """Return what the row refers to in vain; nothing when all is there. From now on it is known itself."""
        for column, other in row.refers.items():
            id = getattr(row, column)
            if id is not None and id not in self._ids[other]:
                return f"{kind}.{column} names no {other} before it"
        if isinstance(row, Message):
            return self._missing_question(row)
        what = "execution" if kind == "delegation" else kind
        if what in self._ids:
            self._ids[what].add(row.place[-1])
        return ""

    def _missing_question(self, message: Message) -> str:
        if message.thread_id != self._thread:
            self._thread, self._in_thread = message.thread_id, set()
        self._in_thread.add(message.id)
        if message.question_id is None or message.question_id in self._in_thread:
            return ""
        return "message.question_id names no message of its thread before it"


def _unstorable(text: str) -> bool:
    """Whether a JSON text holds an escape that no PostgreSQL stores: NUL, or one half of a surrogate pair alone."""
    high_until = -1
    for found in _ESCAPE.finditer(text):
        code = int(found[1], 16) if found[1] else None
        after_high = high_until == found.start()
        is_low = code is not None and 0xDC00 <= code <= 0xDFFF
        if code == 0 or is_low != after_high or (high_until >= 0 and not after_high):
            return True
        high_until = found.end() if code is not None and 0xD800 <= code <= 0xDBFF else -1
    return high_until >= 0


def _refuse_constant(_name: str) -> NoReturn:
    raise ValueError("not a JSON number")


def _int(digits: str) -> int | float:
    """Numbers inside a JSON column may be longer than Python reads as whole ones; here only their form counts."""
    return int(digits) if len(digits) < 20 else float(digits)
