"""Files that are broken, cut, changed or meant to harm: refused with the line's number, and nothing is written."""

import asyncio
import io
import json
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from app.db import Database
from app.transfer import lines as reading
from app.transfer.lines import Broken
from app.transfer.load import Import
from tests.support import Cluster
from tests.transfer.everything import fill
from tests.transfer.helpers import exported, imported, sealed

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def file(cluster: Cluster) -> bytes:
    """An export of everything."""
    with cluster.database() as dsn:
        with psycopg.connect(dsn) as connection:
            fill(connection)
        return asyncio.run(exported(dsn))


@pytest.fixture
def parts(file: bytes) -> tuple[bytes, list[bytes]]:
    """Head and rows of an export."""
    head, *rows = file.split(b"\n")[:-2]
    return head, rows


def refused(file: bytes) -> str:
    """What is said about a file that is refused; the database was not even asked."""
    with pytest.raises(Broken) as refusal:
        Import(Database("nowhere"), io.BytesIO(file)).check()
    assert str(refusal.value).endswith("nothing was imported")
    return str(refusal.value)


def first(rows: list[bytes], kind: str, change: Change) -> tuple[int, list[bytes]]:
    """The rows with a change in the first of a kind, and the number of its line."""
    place = next(at for at, row in enumerate(rows) if row.startswith(f'{{"{kind}"'.encode()))
    row = json.loads(rows[place])
    change(row[kind])
    return place + 2, [*rows[:place], json.dumps(row).encode(), *rows[place + 1 :]]


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 1.0])
def test_a_file_that_breaks_off_is_refused(file: bytes, share: float) -> None:
    cut = file[: max(len(file.split(b"\n")[0]) + 5, int(len(file) * share) - 2)]
    assert "breaks off" in refused(cut)
    whole_lines = cut[: cut.rindex(b"\n") + 1]
    assert "before its own end" in refused(whole_lines)


def test_a_file_that_was_changed_is_refused(file: bytes) -> None:
    assert "changed or damaged" in refused(file.replace(b'"role": "user"', b'"role": "user" ', 1))
    assert "follows the end" in refused(file + b"{}\n")
    first_line, rest = file.split(b"\n", 1)
    without_one = first_line + b"\n" + rest.split(b"\n", 1)[1]
    assert "it counts others" in refused(without_one)


@pytest.mark.parametrize(
    ("head", "told"),
    [
        (b"", "not an export"),
        (b"hello", "not an export"),
        (b"[]", "not an export"),
        (b'{"format": "popagent-memories", "version": 1}', "not an export"),
        (b'{"format": "popagent", "version": "1"}', "is not a number"),
        (b'{"format": "popagent", "version": 2}', "update popagent"),
        (b'{"format": "popagent", "version": 1, "seeds": [1]}', "seeds"),
        (b"[" * 100_000, "not an export"),
    ],
)
def test_a_head_that_is_not_ours_is_refused(head: bytes, told: str) -> None:
    assert told in refused(sealed(head, []))


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        ("message", lambda row: row.update(role="system"), "message.role"),
        ("message", lambda row: row.update(parts="text"), "message.parts"),
        ("message", lambda row: row.update(position="1"), "message.position"),
        ("message", lambda row: row.update(position=2**63), "message.position"),
        ("message", lambda row: row.update(position=True), "message.position"),
        ("message", lambda row: row.update(created_at="yesterday"), "message.created_at"),
        ("message", lambda row: row.update(created_at="2026-01-01T00:00:00"), "message.created_at"),
        ("message", lambda row: row.update(id="../../etc"), "message.id"),
        ("message", lambda row: row.update(shown=False), "only versions"),
        ("message", lambda row: row.update(thread_id="zzzzzzzzz"), "names no thread"),
        ("message", lambda row: row.pop("metadata"), "message.metadata"),
        ("message", lambda row: row.update(surprise=1), "message.surprise"),
        ("message", lambda row: row["parts"].append("a\0b"), "NUL"),
        ("message", lambda row: row["parts"].append("\ud800"), "half a character"),
        ("message", lambda row: row["metadata"].update({"\udfff": 1}), "half a character"),
        ("session", lambda row: row.update(workspace_id="nowhere"), "names no workspace"),
        ("session", lambda row: row.update(temporary=True), "session.temporary"),
        ("session", lambda row: row.update(title="x" * 201), "session.title"),
        ("memory", lambda row: row.update(importance=2), "memory.importance"),
        ("memory", lambda row: row.update(kind="rumour"), "memory.kind"),
        (
            "memory",
            lambda row: row.update(superseded_at=None, superseded_by=row["id"]),
            "names its successor",
        ),
        ("execution", lambda row: row.update(state="running"), "execution.state"),
        ("execution", lambda row: row.update(kind="delegation", parent_id=row["id"]), "execution"),
        ("queued_message", lambda row: row.update(model=""), "queued_message.model"),
        ("tombstone", lambda row: row.update(folded_sha256="00"), "tombstone.folded_sha256"),
    ],
)
def test_a_row_of_another_form_is_named(
    parts: tuple[bytes, list[bytes]], kind: str, change: Change, told: str
) -> None:
    number, rows = first(parts[1], kind, change)
    said = refused(sealed(parts[0], rows))
    assert f"line {number}:" in said
    assert told in said


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"", "not JSON"),
        (b"null", "one kind"),
        (b"{}", "one kind"),
        (b'{"message": {}, "thread": {}}', "one kind"),
        (b'{"secret": {}}', "no kind of row"),
        (b'{"message": null}', "message"),
        (b'{"message": NaN}', "not JSON"),
        (b'{"message": "\xff"}', "not JSON"),
        (b'{"message": "\xed\xa0\x80"}', "not JSON"),
        (b'{"message": "\x00"}', "not JSON"),
        (b'{"message": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "too deeply"),
        (b'{"end": 1}', "counts others"),
    ],
)
def test_a_line_that_is_no_row_is_named(parts: tuple[bytes, list[bytes]], line: bytes, told: str) -> None:
    head, rows = parts
    said = refused(sealed(head, [*rows[:3], line, *rows[3:]]))
    assert "line 5:" in said
    assert told in said


def test_rows_stand_once_and_in_order(parts: tuple[bytes, list[bytes]]) -> None:
    head, rows = parts
    assert "line 6: this workspace stands twice" in refused(sealed(head, [*rows[:4], rows[3], *rows[4:]]))
    assert "out of order" in refused(sealed(head, [*rows[:2], rows[3], rows[2], *rows[4:]]))


def test_a_line_without_end_is_not_read_into_memory(
    parts: tuple[bytes, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LONGEST_LINE", 1024 * 1024)
    huge = b'{"message": "' + b"x" * 2_000_000 + b'"}'
    assert "line 2: longer than 1 MiB" in refused(sealed(parts[0], [huge]))


async def test_json_as_deep_as_anybody_can_send_comes_back(
    parts: tuple[bytes, list[bytes]], empty: str
) -> None:
    deep: Any = "x"
    for _ in range(400):
        deep = [{"a": deep}]
    _, rows = first(parts[1], "message", lambda row: row["parts"].append(deep))
    await imported(empty, sealed(parts[0], rows))
    assert b'[{"a": ' * 400 in await exported(empty)


async def test_what_a_number_is_is_left_to_the_database(parts: tuple[bytes, list[bytes]], empty: str) -> None:
    place = next(at for at, row in enumerate(parts[1]) if row.startswith(b'{"message"'))
    number = b"9" * 10_000 + b".5"
    parts[1][place] = parts[1][place].replace(b'"parts": [', b'"parts": [' + number + b", ")
    await imported(empty, sealed(*parts))
    assert number in await exported(empty)
