"""What the database says about itself: comments for people in psql, and a test for each function."""

from collections.abc import Iterator

import psycopg
import pytest

from app import schema
from tests.laws.source import ROOT
from tests.support import Cluster

#: Beside its functions, the tests of a room may look at its tables, views and triggers.
ROOM_TESTS = {"constraints", "views", "triggers"}


@pytest.fixture(scope="module")
def connections(cluster: Cluster) -> Iterator[list[psycopg.Connection]]:
    with cluster.databases() as dsns:
        with (
            psycopg.connect(dsns.application) as application,
            psycopg.connect(dsns.observability) as observability,
        ):
            yield [application, observability]


def test_whatever_an_owner_meets_has_a_comment(connections: list[psycopg.Connection]) -> None:
    silent = """
        with ours as (
            select n.oid, n.nspname = 'public' as shared
            from pg_namespace n
            where n.nspname = 'public' or n.nspname = any (%s)
        ),
        thing as (
            select 'pg_class'::regclass as class, c.oid, 0 as part
            from pg_class c join ours o on o.oid = c.relnamespace
            where c.relkind in ('r', 'v', 'm')
            union all
            select 'pg_class'::regclass, c.oid, a.attnum
            from pg_class c join ours o on o.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
            where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and c.relname like 'popagent%%'
            union all
            select 'pg_proc'::regclass, p.oid, 0
            from pg_proc p join ours o on o.oid = p.pronamespace
        )
        select pg_describe_object(t.class, t.oid, t.part)
        from thing t
        where coalesce(case when t.part = 0 then obj_description(t.oid, t.class::text::name)
            else col_description(t.oid, t.part) end, '') !~ '\\S'
        and not exists (select from pg_depend d where d.classid = t.class and d.objid = t.oid and d.deptype = 'e')
        and pg_describe_object(t.class, t.oid, 0) !~ '(_yoyo_|yoyo_)'
    """
    for connection, rooms in zip(connections, schema.ROOMS.values(), strict=True):
        assert [row[0] for row in connection.execute(silent, [list(rooms)])] == []


def test_every_function_has_its_test_and_every_test_its_function(
    connections: list[psycopg.Connection],
) -> None:
    functions = """
        select n.nspname, p.proname
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = any (%s)
    """
    wanted = set()
    for connection, rooms in zip(connections, schema.ROOMS.values(), strict=True):
        wanted |= {f"{room}/{name}" for room, name in connection.execute(functions, [list(rooms)])}
    folder = ROOT / "tests/sql"
    files = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.glob("*/*.sql")}
    assert sorted(wanted - files) == [], "functions without a test"
    extra = {file for file in files - wanted if file.split("/")[1] not in ROOM_TESTS}
    assert sorted(extra) == [], "tests without a function"
