"""How SQL is written, and which room it may use and write."""

import re
from fnmatch import fnmatch

import pytest

from app import schema
from tests.laws.source import Sql, broken, code, functions, migrations

CODE = code()
MIGRATIONS = migrations()
ROOMS = [room for rooms in schema.ROOMS.values() for room in rooms]

#: Functions and views of each room.
MADE = {
    room: {
        made for file in CODE for made in re.findall(rf"create (?:function|view) {room}\.(\w+)", file.text)
    }
    for room in ROOMS
}


def owned() -> dict[str, list[str]]:
    """Which tables each room owns, as `sql/README.md` tells: names, and patterns for all that is left."""
    table = (schema.SQL / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", table, re.M)
    return {room: re.findall(r"`([\w*]+)`", tables) for room, tables in rows}


def owners(table: str) -> list[str]:
    rooms = owned()
    named = [room for room, tables in rooms.items() if table in tables]
    return named or [room for room, tables in rooms.items() if any(fnmatch(table, each) for each in tables)]


def named(file: Sql) -> dict[str, set[str]]:
    """Functions and views of each room that a file names."""
    found: dict[str, set[str]] = {}
    for room in ROOMS:
        ours = {other.path.stem for other in CODE if other.room == room}
        ours |= {
            view
            for other in CODE
            if other.room == room
            for view in re.findall(rf"create view {room}\.(\w+)", other.text)
        }
        found[room] = set(re.findall(rf"(?<![.\w]){room}\.(\w+)", file.bare)) & ours
    return {room: names for room, names in found.items() if names}


def written(file: Sql) -> set[str]:
    """Tables that a file writes, locks or hangs triggers on."""
    places = re.findall(
        r"\b(?:insert\s+into|delete\s+from|truncate|lock\s+table|update|(?:before|after)\s[^;]*?\bon)\s+(?:only\s+)?"
        r"((?:public\.)?(?:popagent|pgqueuer)\w*(?:\s*,\s*(?:public\.)?(?:popagent|pgqueuer)\w*)*)",
        file.bare,
    )
    return {table.strip().removeprefix("public.") for place in places for table in place.split(",")}


def test_a_file_makes_the_one_function_it_is_named_after() -> None:
    faults = {}
    for file in functions():
        made = re.findall(r"^create (.*?)\s*\(", file.text, re.M)
        faults[file.name] = [] if made == [f"function {file.room}.{file.path.stem}"] else made or ["nothing"]
    assert broken(faults) == {}


def test_a_file_says_first_what_it_does() -> None:
    silent = [file.name for file in CODE + MIGRATIONS if not re.match(r"-- \S.*\S\n", file.text)]
    assert silent == []


def test_a_room_uses_rooms_before_it() -> None:
    faults = {}
    for file in CODE:
        order = next(rooms for rooms in schema.ROOMS.values() if file.room in rooms)
        may = order[: order.index(file.room) + 1]
        faults[file.name] = [
            f"{room}.{n}" for room, names in named(file).items() if room not in may for n in names
        ]
    assert broken(faults) == {}


#: Triggers of a room on the table of another, which it follows: a task ends in the transaction that ends its execution.
FOLLOWED = {
    "app/task/triggers.sql": {"popagent_executions"},
    "app/notice/triggers.sql": {"popagent_agent_tasks", "popagent_executions"},
}


def test_a_room_writes_its_own_tables() -> None:
    faults = {
        file.name: [
            table for table in written(file) - FOLLOWED.get(file.name, set()) if owners(table) != [file.room]
        ]
        for file in CODE
    }
    assert broken(faults) == {}


def test_a_migration_uses_no_function_of_the_rooms() -> None:
    assert broken({file.name: named(file) for file in MIGRATIONS}) == {}


def test_keywords_are_lower_case() -> None:
    assert broken({file.name: re.findall(r"\b[A-Z][A-Z_]+\b", file.bare) for file in CODE + MIGRATIONS}) == {}


def test_no_statement_is_put_together_at_run_time() -> None:
    assert broken({file.name: re.findall(r"\bexecute\s+(?!function\b)\S+", file.bare) for file in CODE}) == {}


def test_time_is_the_clock_that_tests_can_set() -> None:
    others = r"\b(?:now|\w+_timestamp)\s*\(|\b(?:current|local)_?(?:timestamp|date|time)\b"
    assert broken({file.name: re.findall(others, file.bare) for file in CODE}) == {}


def test_tables_are_named_with_their_schema() -> None:
    """A function works whatever the search path of its caller is."""
    assert broken({file.name: re.findall(r"(?<![.\w])popagent_\w+", file.bare) for file in CODE}) == {}


def test_the_map_names_the_rooms_and_every_table_once() -> None:
    rooms = owned()
    assert list(rooms) == [room for room in ROOMS if room in rooms], "rooms stand in their order"
    assert {file.room for file in CODE} <= set(rooms), "each room has its line in sql/README.md"
    tables = {t for file in MIGRATIONS for t in re.findall(r"create table (?:public\.)?(\w+)", file.text)}
    unclear = {
        table: owners(table) for table in tables - {"popagent_data_migrations"} if len(owners(table)) != 1
    }
    assert unclear == {}


@pytest.mark.parametrize("database", schema.ROOMS)
def test_migrations_are_numbered_once(database: str) -> None:
    names = [path.name for path in sorted((schema.SQL / database / "migrations").iterdir())]
    numbers = [match[1] for each in names if (match := re.fullmatch(r"(\d{4})_[a-z0-9_]+\.sql", each))]
    assert len(numbers) == len(names), "NNNN_name.sql"
    assert len(set(numbers)) == len(numbers)


def test_every_folder_is_a_room() -> None:
    for database, rooms in schema.ROOMS.items():
        folders = {path.name for path in (schema.SQL / database).iterdir() if path.is_dir()}
        assert folders <= {"migrations", *rooms}
