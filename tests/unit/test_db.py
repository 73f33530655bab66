"""Calls of SQL functions: what goes in, what comes back, what a refusal and an outage become."""

import asyncio
import os
import resource
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest

from app import schema
from app.db import Database, Json, Refused, Unavailable
from app.embedded import Dsns, EmbeddedServer
from tests.support import Cluster

BAD = "\ufffd"

PROBES = """
create schema probe;
create table probe.calls (name text);
create sequence probe.tries;

create function probe.pair(p_a text default 'x', p_b integer default 1) returns table (a text, b integer)
language sql as $$ select p_a, p_b union all select p_a, p_b + 1 where p_b > 0 $$;

create function probe.nothing() returns table (a text, b integer)
language sql as $$ select 'x', 1 where false $$;

create function probe.echo(p_value text) returns text language sql as $$ select p_value $$;
create function probe.echo_list(p_value text[]) returns text[] language sql as $$ select p_value $$;
create function probe.echo_json(p_value jsonb) returns jsonb language sql as $$ select p_value $$;

create function probe.refuse(p_state text, p_message text, p_hint text, p_detail text) returns void
language plpgsql as $$
begin
    perform nextval('probe.tries');
    raise exception using errcode = p_state, message = p_message, hint = p_hint, detail = p_detail;
end
$$;

create function probe.fail_first(p_state text, p_message text, p_times integer) returns bigint
language plpgsql as $$
declare
    v_try bigint := nextval('probe.tries');
begin
    if v_try <= p_times then
        raise exception using errcode = p_state, message = p_message;
    end if;
    return v_try;
end
$$;

create function probe.sleep(p_seconds double precision) returns void
language sql as $$ select pg_sleep(p_seconds) $$;

create function probe.pid() returns integer language sql as $$ select pg_backend_pid() $$;

create function probe.end_itself() returns boolean
language sql as $$ select pg_terminate_backend(pg_backend_pid()) $$;
"""


@dataclass(frozen=True)
class Pair:
    a: str
    b: int


@pytest.fixture(scope="module")
def probes(cluster: Cluster) -> Iterator[str]:
    with cluster.empty_database() as dsn:
        with psycopg.connect(dsn) as connection:
            connection.execute(PROBES)
        yield dsn


@pytest.fixture
async def db(probes: str) -> AsyncIterator[Database]:
    with psycopg.connect(probes) as connection:
        connection.execute("alter sequence probe.tries restart")
    database = Database(probes, max_size=2)
    await database.open()
    yield database
    await database.close()


async def tries(db: Database) -> int:
    """How often the probes were tried before this call."""
    return int(await db.value("probe.fail_first", p_state="", p_message="", p_times=0)) - 1


# What goes in and what comes back


async def test_rows_come_back_as_their_dataclass(db: Database) -> None:
    assert await db.many(Pair, "probe.pair", p_a="é", p_b=3) == [Pair("é", 3), Pair("é", 4)]
    assert await db.many(Pair, "probe.nothing") == []


async def test_one_is_the_first_row_or_none(db: Database) -> None:
    assert await db.one(Pair, "probe.pair") == Pair("x", 1)
    assert await db.one(Pair, "probe.pair", p_b=7) == Pair("x", 7)
    assert await db.one(Pair, "probe.nothing") is None


async def test_a_value_comes_as_it_is(db: Database) -> None:
    assert await db.value("probe.echo", p_value="tea") == "tea"
    assert await db.value("probe.echo", p_value=None) is None
    assert await db.value("probe.echo_list", p_value=["a", "b"]) == ["a", "b"]
    assert await db.value("probe.echo_json", p_value=Json({"a": [1, 2.5, None, "é"]})) == {
        "a": [1, 2.5, None, "é"]
    }


async def test_times_are_utc(db: Database) -> None:
    now = await db.value("pg_catalog.now")
    assert now.tzinfo.utcoffset(now).total_seconds() == 0
    assert abs((datetime.now(UTC) - now).total_seconds()) < 60


@pytest.mark.parametrize(
    ("given_text", "stored"),
    [
        ("a\x00b", f"a{BAD}b"),
        ("a\ud800b", f"a{BAD}b"),
        ("\ud83d\ude00", "😀"),
        ("\\u0000 \\\\", "\\u0000 \\\\"),
        ("", ""),
    ],
)
async def test_what_postgresql_cannot_hold_is_replaced_on_every_way_in(
    db: Database, given_text: str, stored: str
) -> None:
    assert await db.value("probe.echo", p_value=given_text) == stored
    assert await db.value("probe.echo_list", p_value=[given_text, "b"]) == [stored, "b"]
    nested = {given_text: [given_text, {"deep": given_text}]}
    assert await db.value("probe.echo_json", p_value=Json(nested)) == {stored: [stored, {"deep": stored}]}


@pytest.mark.parametrize(
    "text", ["\\\x00", "\\\\\x00", "\x00\\", '"\x00"', "\\u0000\x00", "\x00\x00", "\n\x00\t"]
)
async def test_a_nul_beside_escapes_is_replaced_and_they_are_kept(db: Database, text: str) -> None:
    assert await db.value("probe.echo_json", p_value=Json([text])) == [text.replace("\x00", BAD)]


async def test_json_that_is_nested_deeply_is_stored(db: Database) -> None:
    value: Any = "x\x00"
    for _ in range(600):
        value = [value]
    stored = await db.value("probe.echo_json", p_value=Json(value))
    for _ in range(600):
        (stored,) = stored
    assert stored == f"x{BAD}"


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
async def test_numbers_that_json_does_not_know_are_a_fault_of_the_caller(db: Database, number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        await db.value("probe.echo_json", p_value=Json([number]))


async def test_long_text_goes_in_and_out_whole(db: Database) -> None:
    text = "é😀x" * 400_000
    assert await db.value("probe.echo", p_value=text) == text


# Refusals and other errors


@pytest.mark.parametrize("status", [400, 404, 409, 422, 503])
async def test_a_refusal_carries_status_code_sentence_and_details(db: Database, status: int) -> None:
    with pytest.raises(Refused) as refused:
        await db.value(
            "probe.refuse",
            p_state=f"PT{status}",
            p_message="It is so.",
            p_hint="stable_code",
            p_detail='{"a": [1]}',
        )
    error = refused.value
    assert (error.status, error.code, error.message, error.detail) == (
        status,
        "stable_code",
        "It is so.",
        {"a": [1]},
    )
    assert str(error) == "It is so."
    assert await tries(db) == 1, "a refusal is not tried again"


async def test_a_refusal_without_details_has_none(db: Database) -> None:
    with pytest.raises(Refused) as refused:
        await db.value("probe.refuse", p_state="PT409", p_message="No.", p_hint="", p_detail="")
    assert (refused.value.code, refused.value.detail) == ("refused", {})


@pytest.mark.parametrize("state", ["23505", "22023", "PT418", "XX000"])
async def test_any_other_error_is_raised_as_it_is(db: Database, state: str) -> None:
    with pytest.raises(psycopg.Error) as raised:
        await db.value("probe.refuse", p_state=state, p_message="Oh.", p_hint="code", p_detail="")
    assert raised.value.sqlstate == state
    assert await tries(db) == 1


@pytest.mark.parametrize(
    ("state", "message"),
    [("40P01", "deadlock"), ("40001", "conflict"), ("XX000", "cache lookup failed for function 42")],
)
async def test_what_passes_by_itself_is_tried_once_more(db: Database, state: str, message: str) -> None:
    assert await db.value("probe.fail_first", p_state=state, p_message=message, p_times=1) == 2
    with pytest.raises(psycopg.Error):
        await db.value("probe.fail_first", p_state=state, p_message=message, p_times=99)
    assert await tries(db) == 4, "and no more than once"


async def test_a_second_try_may_be_refused(db: Database) -> None:
    """Two that write one row at once: the loser finds the winner's row."""
    with psycopg.connect(db._pool.conninfo, autocommit=True) as connection:
        connection.execute(
            """
            create or replace function probe.lose() returns void language plpgsql as $$
            begin
                if nextval('probe.tries') = 1 then
                    raise sqlstate '40001';
                end if;
                raise sqlstate 'PT409' using message = 'Taken.', hint = 'taken';
            end
            $$
            """
        )
    with pytest.raises(Refused, match="Taken"):
        await db.value("probe.lose")


async def test_a_pool_ends_statements_that_take_too_long(probes: str) -> None:
    db = Database(probes, statement_timeout_ms=50)
    await db.open()
    with pytest.raises(psycopg.errors.QueryCanceled):
        await db.value("probe.sleep", p_seconds=30)
    assert await db.value("probe.echo", p_value="next") == "next"
    await db.close()


# Reloads and outages


async def test_no_call_fails_while_the_code_schemas_are_loaded_anew(
    dsns: Dsns, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = tmp_path / "sql"
    shutil.copytree(schema.SQL, tree)
    monkeypatch.setattr(schema, "SQL", tree)
    touched = tree / "app/session/lock.sql"
    text = touched.read_text()
    db = Database(dsns.application, min_size=6, max_size=6)
    await db.open()
    over = asyncio.Event()

    async def talk(session: str) -> int:
        count = 0
        while not over.is_set():
            count += 1
            (accepted,) = await db.many(
                _Accepted,
                "execution.accept_turn",
                p_session_id=session,
                p_message_id=f"m{count}",
                p_parts=Json([{"type": "text", "text": f"{session} says {count}"}]),
                p_owner="me",
                p_lease_seconds=60,
                p_model="model",
            )
            await db.many(
                _Ended,
                "execution.finish",
                p_execution_id=accepted.execution_id,
                p_owner="me",
                p_state="completed",
                p_end_reason="final",
                p_tail=Json([{"type": "text-delta", "id": "1", "delta": f"answer {count}"}]),
            )
        return count

    talkers = [asyncio.create_task(talk(f"s{n}")) for n in range(6)]
    try:
        for n in range(8):
            touched.write_text(f"-- {n}\n{text}")
            await asyncio.to_thread(schema.migrate, dsns.application, dsns.observability)
    finally:
        over.set()
        counts = await asyncio.gather(*talkers)
    assert min(counts) > 1
    assert (
        len(
            await db.many(
                _Memory, "memory.recall", p_resource_id="popagent-user", p_query="says", p_limit=200
            )
        )
        > 1
    )
    await db.close()


@dataclass(frozen=True)
class _Accepted:
    execution_id: Any


@dataclass(frozen=True)
class _Ended:
    state: str


@dataclass(frozen=True)
class _Memory:
    content: str


async def test_a_connection_that_breaks_under_a_call_fails_that_call_alone(db: Database) -> None:
    with pytest.raises(Unavailable):
        await db.value("probe.end_itself")
    assert await db.value("probe.echo", p_value="next") == "next"


async def test_connections_that_broke_while_nobody_used_them_cost_no_call(probes: str, db: Database) -> None:
    pids = {await db.value("probe.pid") for _ in range(4)}
    with psycopg.connect(probes, autocommit=True) as admin:
        for pid in pids:
            admin.execute("select pg_terminate_backend(%s, 10000)", [pid])
    assert await db.value("probe.pid") not in pids


async def test_a_connection_among_very_many_open_files_serves(probes: str) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2048)), hard))
    try:
        with ExitStack() as stack:
            for _ in range(1100):
                stack.callback(os.close, os.open(os.devnull, os.O_RDONLY))
            db = Database(probes)
            await db.open()
            assert await db.value("probe.echo", p_value="here") == "here"
            assert await db.value("probe.echo", p_value="still") == "still"
            await db.close()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_an_outage_costs_the_calls_made_during_it_and_nothing_after(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path, settings={"fsync": "off"})
    db = Database((await asyncio.to_thread(server.ensure)).application)
    db._pool.timeout = 1
    try:
        await db.open()
        assert await db.value("pg_catalog.pg_backend_pid")
        await asyncio.to_thread(server.release)
        for _ in range(2):
            with pytest.raises(Unavailable):
                await db.value("pg_catalog.pg_backend_pid")
        await asyncio.to_thread(server.ensure)
        db._pool.timeout = 30
        assert await db.value("pg_catalog.pg_backend_pid")
    finally:
        await db.close()
        await asyncio.to_thread(server.release)


async def test_a_server_that_was_never_there_is_unavailable(tmp_path: Path) -> None:
    db = Database(f"host={tmp_path} dbname=nowhere")
    db._pool.timeout = 0.2
    await db.open()
    with pytest.raises(Unavailable):
        await db.value("pg_catalog.now")
    await db.close()
