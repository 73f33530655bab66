"""What an export holds: every table and every column, or a reason why not."""

from collections.abc import Iterator

import psycopg
import pytest

from app.transfer.shapes import KINDS
from tests.laws.source import broken
from tests.support import Cluster

#: Tables that stay where they are, and why.
NOT_EXPORTED = {
    "popagent_data_migrations": "the head of a file names the seeds",
    "popagent_secrets": "values belong to this key; they are stored anew elsewhere",
    "popagent_secret_keys": "by what the key of this database is known",
    "popagent_logins": "who is let in here",
    "popagent_login_attempts": "who tried to get in here",
    "popagent_hook_runs": "what ran here",
    "popagent_schedule_runs": "what was due here",
    "popagent_notices": "what was told here",
    "popagent_chores": "when maintenance of this database ran",
    "popagent_memory_postings": "made from the memories",
    "popagent_memory_totals": "made from the memories",
    "popagent_memory_vocabulary": "made from the memories",
    "popagent_memory_recounts": "made from the memories",
    "popagent_memory_index": "how the postings of this database were made",
    "popagent_memory_embeddings": "made from the memories, by a model of this gateway",
    "popagent_memory_embedding_state": "how far this database is with them",
    "popagent_thread_search": "made from the messages",
    "popagent_execution_parts": "the stream of a running answer, swept after its end",
}

#: Columns of exported tables that stay where they are, and why.
NOT_CARRIED = {
    "popagent_agent_runtime_settings.singleton": "always true",
    "popagent_memory_embedding_settings.singleton": "always true",
    "popagent_memory_retention_settings.singleton": "always true",
    "popagent_notification_settings.singleton": "always true",
    "popagent_memories.content_sha256": "made from the content",
    "popagent_memories.folded_sha256": "made from the content",
    "popagent_memories.search": "made from the content",
    "popagent_memory_tombstones.id": "a number without meaning",
    "popagent_skill_activations.id": "a number without meaning",
    "popagent_agent_schedules.next_run_at": "reckoned when it is switched on",
    "popagent_executions.owner": "the process that ran it",
    "popagent_executions.lease_expires_at": "what runs is told as interrupted",
}

#: What lines hold beside the columns of their table.
ADDED = {"skill_activation": {"thread_id"}}


@pytest.fixture(scope="module")
def connection(cluster: Cluster) -> Iterator[psycopg.Connection]:
    with cluster.database() as dsn, psycopg.connect(dsn) as connection:
        yield connection


def columns(connection: psycopg.Connection) -> dict[str, set[str]]:
    """The columns of our tables."""
    found: dict[str, set[str]] = {}
    for table, column in connection.execute(
        """
        select c.relname, a.attname
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname like 'popagent%'
        and a.attnum > 0 and not a.attisdropped
        """
    ):
        found.setdefault(table, set()).add(column)
    return found


def kinds(connection: psycopg.Connection) -> dict[str, str]:
    """The table of each kind of line, in their order."""
    return dict(connection.execute("select kind, table_name from data.kinds() order by place").fetchall())


def test_every_table_goes_along_or_says_why_not(connection: psycopg.Connection) -> None:
    exported = set(kinds(connection).values())
    assert exported.isdisjoint(NOT_EXPORTED)
    assert set(columns(connection)) - exported - set(NOT_EXPORTED) == set(), (
        "new tables: see sql/README.md, Adding"
    )
    assert set(NOT_EXPORTED) - set(columns(connection)) == set(), "tables that are gone"


def test_secrets_never_go_along(connection: psycopg.Connection) -> None:
    assert [table for table in kinds(connection).values() if "secret" in table] == []


def test_kinds_are_the_same_in_sql_and_python(connection: psycopg.Connection) -> None:
    assert list(kinds(connection)) == list(KINDS)


def test_every_column_goes_along_or_says_why_not(connection: psycopg.Connection) -> None:
    stored = columns(connection)
    faults = {}
    for kind, table in kinds(connection).items():
        carried = {name for name in stored[table] if f"{table}.{name}" not in NOT_CARRIED}
        faults[kind] = (carried | ADDED.get(kind, set())) ^ set(KINDS[kind].model_fields)
    assert broken(faults) == {}
    known = {f"{table}.{name}" for table, names in stored.items() for name in names}
    assert set(NOT_CARRIED) - known == set(), "columns that are gone"
