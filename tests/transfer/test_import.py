"""Importing beside what is there: nothing stored is changed, what differs is named, and what was killed goes on."""

import asyncio
import io
from collections.abc import Callable

import psycopg
import pytest

from app.embedded import Dsns
from app.transfer.load import Import
from tests.cli.helpers import Popagent, until
from tests.support import Cluster
from tests.transfer.helpers import ask, exported, imported, lines, opened, sealed

_WAITING = """
    select count(*)
    from pg_locks
    where not granted
    and relation = 'popagent_queued_messages'::regclass
"""


async def test_what_is_missing_comes_in_beside_what_is_there(full: str, empty: str) -> None:
    with psycopg.connect(empty) as connection:
        connection.execute("select memory.remember('popagent-user', 'Was here before', null, 0.5, null)")
        connection.execute("select session.open('mine', 'Mine', null)")
    taken = await imported(empty, await exported(full))
    assert taken.report.clean
    assert ask(empty, "select title from popagent_sessions where id = 'mine'") == "Mine"
    assert ask(empty, "select count(*) from popagent_memories where content = 'Was here before'") == 1
    both = ask(full, "select count(*) from popagent_memories") + 1
    assert ask(empty, "select count(*) from popagent_memories") == both
    assert ask(
        empty, "select id is not null from memory.remember('popagent-user', 'Comes later', null, 0.5, null)"
    )


async def test_memories_keep_their_order_when_their_numbers_are_taken(full: str, empty: str) -> None:
    with psycopg.connect(empty) as connection:
        for number in range(40):
            connection.execute(
                "select memory.remember('popagent-user', %s, null, 0.5, null)", [f"Fact {number}"]
            )
    await imported(empty, await exported(full))
    order = (
        "select string_agg(id::text, ' ' order by seq) from popagent_memories where content !~ '^Fact \\d'"
    )
    assert ask(empty, order) == ask(full, order)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            "update popagent_messages set parts = '[]' where (thread_id, position) = (%s, 1)",
            "message 1: parts",
        ),
        (
            "update popagent_messages set id = 'other' where (thread_id, position) = (%s, 13)",
            "message 13: id",
        ),
        ("update popagent_sessions set title = 'Another' where id = %s", "session: title"),
        ("update popagent_threads set created_at = now() where id = %s", "thread: created_at"),
        ("update popagent_executions set model = 'other' where thread_id = %s", "execution: model"),
    ],
)
async def test_a_session_that_differs_is_left_as_it_is_and_named(
    full: str, empty: str, change: str, told: str
) -> None:
    file = await exported(full)
    id = ask(
        full,
        "select thread_id from popagent_messages where position = 13 and thread_id <> 'hidden' order by 1",
    )
    other = ask(full, "select min(id) from popagent_sessions where id not in (%s, 'hidden')", id)
    await imported(empty, file)
    with psycopg.connect(empty) as connection:
        connection.execute(change, [id])  # type: ignore[call-overload]
        connection.execute("delete from popagent_messages where thread_id = %s and position = 2", [id])
        connection.execute("delete from popagent_sessions where id = %s", [other])
    taken = await imported(empty, file)
    assert taken.report.refused == {f"thread {id}": told}
    title = ask(full, "select title from popagent_sessions where id = %s", id)
    assert taken.name(f"thread {id}") == f"session “{title}” ({id})"
    assert taken.report.new["session"] == 1
    assert taken.report.new["message"] == 0
    assert ask(empty, "select count(*) from popagent_messages where thread_id = %s and position = 2", id) == 0
    assert ask(empty, "select count(*) from popagent_sessions where id = %s", other) == 1


async def test_settings_and_facts_that_differ_stay_and_are_named(full: str, empty: str) -> None:
    with psycopg.connect(empty) as connection:
        connection.execute(
            "update popagent_agent_runtime_settings set default_model = 'mine', updated_at = now()"
        )
        connection.execute("select memory.remember('popagent-user', 'Prefers mate', 'drink', 0.5, null)")
    with psycopg.connect(full) as connection:
        connection.execute("select memory.remember('popagent-user', 'Prefers tea', 'drink', 0.5, null)")
        connection.execute("select memory.remember('popagent-user', 'Same here', null, 0.5, null)")
    with psycopg.connect(empty) as connection:
        connection.execute("select memory.remember('popagent-user', 'same here.', null, 0.5, null)")
    taken = await imported(empty, await exported(full))
    assert not taken.report.refused
    assert [line.split(":")[0] for line in taken.report.kept] == ["runtime settings", "memory drink"]
    assert ask(empty, "select default_model from popagent_agent_runtime_settings") == "mine"
    assert ask(empty, "select content from popagent_memories where key = 'drink'") == "Prefers mate"
    assert ask(empty, "select count(*) from popagent_memories where content ilike 'same here%%'") == 1


async def test_what_was_seeded_gives_way_in_a_database_that_is_used(
    cluster: Cluster, oldest_cluster: Cluster
) -> None:
    """Seeds have other ids and times in each database."""
    edited = (
        "update popagent_agent_skills set body = %s, updated_at = now() where name = 'map-unfamiliar-code'"
    )
    with oldest_cluster.database() as source, cluster.database() as target:
        with psycopg.connect(source) as connection:
            connection.execute(edited, ["theirs"])
        with psycopg.connect(target) as connection:
            connection.execute("select session.open('mine', 'Mine', null)")
        file = await exported(source)
        assert (await imported(target, file)).report.clean
        body = "select body from popagent_agent_skills where name = 'map-unfamiliar-code'"
        assert ask(target, body) == "theirs"
        count = "select count(*) from popagent_agent_skills"
        assert ask(target, count) == ask(source, count)
        assert not (await imported(target, file)).report.new

        with psycopg.connect(target) as connection:
            connection.execute(edited, ["mine"])
        taken = await imported(target, file)
        assert list(taken.report.refused.values()) == ["skill: body, updated_at"]
        assert ask(target, body) == "mine"


async def test_reading_on_here_is_no_conflict(full: str, empty: str) -> None:
    file = await exported(full)
    await imported(empty, file)
    with psycopg.connect(empty) as connection:
        connection.execute("update popagent_thread_state set draft = 'I go on here', read_position = 7")
        connection.execute("update popagent_memories set access_count = 9, last_accessed_at = now()")
    taken = await imported(empty, file)
    assert taken.report.clean
    assert ask(empty, "select count(*) from popagent_thread_state where draft = 'I go on here'") > 1


async def test_a_dry_run_says_the_same_and_writes_nothing(full: str, empty: str) -> None:
    file, before = await exported(full), await exported(empty)
    dry = await imported(empty, file, write=False)
    assert await exported(empty) == before
    done = await imported(empty, file)
    # What the same seed brought here and there is put in anew.
    again = set(done.report.new - dry.report.new)
    assert again == {"workspace", "skill", "skill_revision"}


async def test_a_row_that_cannot_be_stored_is_named_before_anything_is(full: str, empty: str) -> None:
    head, *rows = (await exported(full)).split(b"\n")[:-2]
    place = next(at for at, row in enumerate(rows) if row.startswith(b'{"message"'))
    rows[place] = rows[place].replace(b'"parts": [', b'"parts": [1e200000, ')
    before = await exported(empty)
    with pytest.raises(
        Exception, match=f"line {place + 2}: this message cannot be stored.*nothing was imported"
    ):
        await imported(empty, sealed(head, rows))
    assert await exported(empty) == before


async def test_an_import_that_was_stopped_anywhere_goes_on(full: str, empty: str) -> None:
    file = await exported(full)
    async with opened(empty) as db:
        for batches in (1, 3, 5):
            with pytest.raises(asyncio.CancelledError):
                await go(Import(db, io.BytesIO(file), after(batches), rows_a_batch=len(lines(file)) // 8))
        taken = Import(db, io.BytesIO(file))
        await go(taken)
        assert taken.report.clean
        assert 0 < sum(taken.report.new.values()) < len(lines(file))
    assert await exported(empty) == file


async def go(taken: Import) -> None:
    taken.check()
    await taken.compare()
    await taken.write()


def after(batches: int) -> Callable[[str, int], None]:
    """Stops an import when so many batches are stored."""
    stored = 0

    def told(what: str, rows: int) -> None:
        nonlocal stored
        stored += what == "stored"
        if stored == batches:
            raise asyncio.CancelledError

    return told


async def test_an_import_that_was_killed_goes_on(full: str, dsns: Dsns, popagent: Popagent) -> None:
    file = popagent.folder / "everything.jsonl"
    file.write_bytes(await exported(full))
    popagent.environment |= {
        "DATABASE_URL": dsns.application,
        "OBSERVABILITY_DATABASE_URL": dsns.observability,
    }
    with psycopg.connect(dsns.application) as holding:
        holding.execute("lock table popagent_queued_messages in exclusive mode")
        with popagent.start("import", str(file)) as process:
            until(lambda: ask(dsns.application, _WAITING))
            process.kill()
    until(lambda: not ask(dsns.application, _WAITING))
    assert ask(dsns.application, "select count(*) from popagent_sessions") == 0
    done = popagent.run("import", str(file))
    assert done.returncode == 0, done.stderr
    assert await exported(dsns.application) == file.read_bytes()
