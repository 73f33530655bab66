"""What is seeded: once, with its mark, without defaults that could stand in for it; and on a page of its own."""

import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from app.embedded import Dsns
from app.web import settings_pages, wire_agents
from tests.laws.source import Sql, broken, migrations
from tests.support import Cluster, serve, settings

SEEDS = [file for file in migrations() if "insert into popagent_data_migrations" in file.text]
#: What the owner sets up, the page that shows it, and columns that are no settings.
PAGES = {
    "popagent_agent_runtime_settings": "/settings/agent-runtime",
    "popagent_memory_embedding_settings": "/settings/memory-meaning",
    "popagent_memory_retention_settings": "/settings/memory-retention",
    "popagent_notification_settings": "/settings/notifications",
    "popagent_agents": "/agents/popagent /agents/reviewer",
}
NO_SETTING = {"singleton", "created_at", "updated_at", "position"}
#: Columns that pages tell without a field of the form.
TOLD = {"id": "<code>popagent</code>", "source_url": "agents-orchestrator.md"}


def columns(connection: psycopg.Connection) -> Iterator[tuple[str, str, str | None, str]]:
    yield from connection.execute(
        """
        select c.table_name, c.column_name, c.column_default, c.is_nullable
        from information_schema.columns c
        where c.table_schema = 'public'
        and (c.table_name like 'popagent\\_%\\_settings' or c.table_name = 'popagent_agents')
        order by c.table_name, c.ordinal_position
        """
    )


@pytest.fixture(scope="module")
def set_up(cluster: Cluster) -> Iterator[list[tuple[str, str, str | None, str]]]:
    with cluster.database() as dsn, psycopg.connect(dsn) as connection:
        yield list(columns(connection))


def statements(file: Sql) -> list[str]:
    return [part for part in re.split(r";\s*\n", re.sub(r"--[^\n]*", "", file.bare)) if part.strip()]


def test_a_seed_leaves_its_mark_and_looks_for_it_first() -> None:
    faults: dict[str, list[str]] = {}
    for file in SEEDS:
        marks = set(
            re.findall(r"insert into popagent_data_migrations \(id\)\nvalues \('([\w-]+)'\)", file.text)
        )
        guards = re.findall(
            r"not exists \(select from popagent_data_migrations where id = '([\w-]+)'\)", file.text
        )
        changing = [
            one
            for one in statements(file)
            if re.search(r"^(insert|update|delete)\b", one, re.M)
            and "popagent_data_migrations (id)" not in one
        ]
        faults[file.name] = [
            *([] if len(marks) == 1 else ["one mark is needed"]),
            *([] if set(guards) == marks else ["the mark that it sets is the one that it looks for"]),
            *([] if len(guards) == len(changing) else ["every statement looks for it"]),
        ]
    assert broken(faults) == {}


def test_nothing_is_inserted_but_by_a_seed() -> None:
    """Rows of the owner's come from seeds; tables of work may begin with rows of their own."""
    ours = "popagent_(agents|agent_skills|agent_workspaces|\\w+_settings)"
    faults = {
        file.name: re.findall(rf"insert into (?:public\.)?({ours})", file.bare)
        for file in migrations()
        if file not in SEEDS
    }
    assert broken(faults) == {}


def test_what_is_set_has_no_default_in_the_database_and_is_never_null(
    set_up: list[tuple[str, str, str | None, str]],
) -> None:
    assert [row for row in set_up if row[2] is not None or row[3] == "YES"] == []


def test_settings_are_one_row_with_a_revision(set_up: list[tuple[str, str, str | None, str]]) -> None:
    tables = {table for table, *_ in set_up if table.endswith("_settings")}
    faults = {
        table: {"singleton", "revision", "updated_at"} - {name for each, name, *_ in set_up if each == table}
        for table in tables
    }
    assert broken(faults) == {}


async def test_every_setting_is_on_its_page(
    set_up: list[tuple[str, str, str | None, str]], dsns: Dsns, tmp_path: Path
) -> None:
    assert {table for table, *_ in set_up} == set(PAGES), "new settings need a page"
    async with serve(settings(tmp_path), dsns) as served:
        shown = {
            table: "".join([(await served.client.get(address)).text for address in addresses.split()])
            for table, addresses in PAGES.items()
        }
    missing = [
        f"{table}.{name}"
        for table, name, *_ in set_up
        if name not in NO_SETTING and TOLD.get(name, f'name="{name}"') not in shown[table]
    ]
    assert missing == []


def test_the_runtime_settings_are_told_whole_wherever_they_are_told(
    set_up: list[tuple[str, str, str | None, str]],
) -> None:
    stored = {name for table, name, *_ in set_up if table == "popagent_agent_runtime_settings"} - {
        "singleton"
    }
    on_the_page = {label.name for section in settings_pages.SECTIONS for label in section.labels}
    assert set(wire_agents.RuntimeOut.model_fields) == stored
    assert set(wire_agents.RuntimePatch.model_fields) == stored - {"updated_at"}
    assert on_the_page == stored - {"updated_at", "revision"}
