"""Sixteen writers of memories at once: nothing is lost, and nobody deadlocks."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import psycopg
import pytest

from tests.support import Cluster

WRITERS = 16
OWNER = "owner"


@pytest.fixture
def dsn(each_cluster: Cluster) -> Iterator[str]:
    """A database of its own, on every supported PostgreSQL in turn."""
    with each_cluster.database() as lent:
        yield lent


class Writer:
    """One connection that calls functions of the room; refusals are part of life, other errors are not."""

    def __init__(self, dsn: str, number: int) -> None:
        self.db: psycopg.Connection[Any] = psycopg.connect(dsn, autocommit=True)
        self.number = number
        self.random = random.Random(number)

    def call(self, function: str, **arguments: Any) -> list[Any]:
        named = ", ".join(f"{name} => %({name})s" for name in arguments)
        return self.db.execute(f"select * from memory.{function}({named})", arguments).fetchall()

    def remember(self, text: str, key: str | None = None) -> tuple[UUID, bool]:
        id, created = self.call("remember", p_resource_id=OWNER, p_content=text, p_key=key)[0]
        return id, created

    def retain(self, user: str, assistant: str = "green tea") -> tuple[UUID, bool]:
        id, created = self.call(
            "retain",
            p_resource_id=OWNER,
            p_session_id=f"session-{self.number % 4}",
            p_user_text=user,
            p_assistant_text=assistant,
        )[0]
        return id, created

    def some(self, kind: str, most: int) -> list[UUID]:
        rows = self.db.execute(
            "select id from popagent_memories where kind = %s and superseded_at is null order by random() limit %s",
            (kind, most),
        )
        return [row[0] for row in rows]

    def refusable(self, function: str, **arguments: Any) -> None:
        try:
            self.call(function, **arguments)
        except psycopg.Error as refused:
            if refused.sqlstate not in ("PT404", "PT409"):
                raise


def together(dsn: str, work: Callable[[Writer], Any], writers: int = WRITERS) -> list[Any]:
    """Run the same work on that many connections at once; returns what each returned, or raises its error."""

    def run(number: int) -> Any:
        writer = Writer(dsn, number)
        with writer.db:
            return work(writer)

    with ThreadPoolExecutor(writers) as pool:
        return list(pool.map(run, range(writers)))


def value(dsn: str, query: str) -> Any:
    with psycopg.connect(dsn) as db:
        row = db.execute(query.encode()).fetchone()
        assert row is not None
        return row[0]


def test_sixteen_writers_of_all_kinds_never_deadlock_and_leave_a_right_index(dsn: str) -> None:
    def work(writer: Writer) -> None:
        chances = writer.random
        for n in range(40):
            key = f"key-{chances.randrange(3)}"
            match chances.randrange(9):
                case 0 | 1 | 2:
                    writer.retain(f"{writer.number} said {n} about tea")
                case 3:
                    writer.remember(f"{key} is {n}", key)
                case 4:
                    writer.remember(f"shared fact {chances.randrange(4)}")
                case 5:
                    for id in writer.some("fact", 1):
                        writer.refusable(
                            "update_fact", p_resource_id=OWNER, p_id=id, p_revision=1, p_content=f"edit {n}"
                        )
                case 6:
                    for id in writer.some(chances.choice(["fact", "episode"]), 1):
                        writer.refusable("forget", p_resource_id=OWNER, p_id=id)
                case 7:
                    ids = writer.some("episode", 6) + writer.some("fact", 4)
                    chances.shuffle(ids)
                    writer.call("touch", p_ids=ids)
                case _:
                    writer.call("prune", p_keep=50, p_batch=7)
                    writer.call(chances.choice(["fold_totals", "recount_stale"]))

    together(dsn, work)
    # A recount may have dropped a word just when another writer used it again: the next one brings it back.
    faults = value(dsn, "select array_agg(distinct fault) from memory.check_index()")
    assert set(faults or ()) <= {"missing in the vocabulary"}
    assert value(dsn, "select memory.recount_vocabulary('owner') is not null")
    assert value(dsn, "select count(*) from memory.check_index()") == 0


def test_nothing_that_sixteen_writers_store_is_lost(dsn: str) -> None:
    def work(writer: Writer) -> set[UUID]:
        stored = {writer.retain(f"{writer.number} tells story {n}")[0] for n in range(20)}
        for n in range(10):
            id, created = writer.remember(f"{writer.number} likes {n}")
            assert created, "a fact of its own is new"
            stored.add(id)
        return stored

    stored = set().union(*together(dsn, work))
    assert len(stored) == WRITERS * 30
    with psycopg.connect(dsn) as db:
        assert {row[0] for row in db.execute("select id from popagent_memories")} == stored
        assert db.execute("select * from memory.check_index()").fetchall() == []


def test_one_key_written_by_sixteen_has_one_value_and_keeps_every_other_as_history(dsn: str) -> None:
    def work(writer: Writer) -> tuple[UUID, bool]:
        return writer.remember(f"the port is {writer.number}", "port")

    answers = together(dsn, work)
    assert len({id for id, _ in answers}) == 1
    assert sum(created for _, created in answers) == 1
    assert value(dsn, "select count(*) from memory.facts") == 1
    assert value(dsn, "select count(distinct content) from memory.history") == WRITERS - 1


def test_the_same_words_said_by_sixteen_are_stored_once(dsn: str) -> None:
    def work(writer: Writer) -> list[tuple[UUID, bool]]:
        spelt = "Tea at noon" if writer.number % 2 else "tea  at NOON."
        return [writer.remember(spelt), writer.retain("Hello", "Hi")]

    facts, episodes = zip(*together(dsn, work), strict=True)
    for answers in (facts, episodes):
        assert len({id for id, _ in answers}) == 1
        assert sum(created for _, created in answers) == 1
    assert value(dsn, "select count(*) from popagent_memories") == 2


def test_pruning_under_concurrent_writes_keeps_exactly_the_newest(dsn: str) -> None:
    keep = 60

    def work(writer: Writer) -> None:
        if writer.number < 3:
            for _ in range(15):
                writer.call("prune", p_keep=keep, p_batch=5)
        for n in range(25):
            writer.retain(f"{writer.number} tells story {n}")
            writer.call("touch", p_ids=writer.some("episode", 5))
        if writer.number >= 13:
            writer.call("prune", p_keep=keep, p_batch=5)
            left = writer.db.execute("select count(*) from memory.episodes").fetchone()
            assert left is not None
            assert left[0] >= keep

    together(dsn, work)
    newest = value(
        dsn,
        "select array_agg(id) from (select id from popagent_memories order by created_at desc, seq desc limit 60) m",
    )
    with psycopg.connect(dsn, autocommit=True) as db:
        db.execute("select memory.prune(p_keep => %s)", (keep,))
        assert {row[0] for row in db.execute("select id from popagent_memories")} == set(newest)
        assert db.execute("select * from memory.check_index()").fetchall() == []


def test_a_mark_of_access_does_not_wait_for_a_row_that_another_holds(dsn: str) -> None:
    first, second = Writer(dsn, 1), Writer(dsn, 2)
    with first.db, second.db:
        held, free = first.remember("tea")[0], first.remember("milk")[0]
        second.db.execute("set lock_timeout = '1s'")
        with first.db.transaction():
            first.db.execute("select from popagent_memories where id = %s for update", (held,))
            assert second.call("touch", p_ids=[held, free])[0][0] == 1
    assert value(dsn, "select array_agg(content) from popagent_memories where access_count = 1") == ["milk"]


def test_a_recount_in_progress_is_left_to_whoever_does_it(dsn: str) -> None:
    first, second = Writer(dsn, 1), Writer(dsn, 2)
    with first.db, second.db:
        first.remember("tea")
        with first.db.transaction():
            assert first.call("recount_vocabulary", p_resource_id=OWNER)[0][0] == 1
            assert second.call("recount_vocabulary", p_resource_id=OWNER)[0][0] is None
