"""The statistics of recall equal a recount after any history, whatever the texts."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import Cluster

OWNERS = st.sampled_from(["a", "b"])
WORDS = st.sampled_from(
    [
        "green",
        "tea",
        "children",
        "went",
        "Zoë",
        "naïve",
        "汇率",
        "換算",
        "カタカナ",
        "회의는",
        "ประชุม",
        "الاجتماع",
        "खोज",
        "Straße",
        "foo_bar",
        "3.14",
        "<b>",
        "🏳️‍🌈",
        "the",
    ]
)
TEXTS = st.one_of(
    st.lists(WORDS, min_size=1, max_size=8).map(" ".join),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=60),
)
KEYS = st.sampled_from([None, None, "one", "two"])
STEPS = st.one_of(
    st.tuples(st.just("remember"), OWNERS, TEXTS, KEYS),
    st.tuples(st.just("retain"), OWNERS, TEXTS, TEXTS),
    st.tuples(st.just("forget"), st.integers(0, 20)),
    st.tuples(st.just("update"), st.integers(0, 20), TEXTS, KEYS),
    st.tuples(st.just("supersede"), st.integers(0, 20), TEXTS),
    st.tuples(st.just("prune"), st.integers(0, 6)),
    st.tuples(st.just("bulk"), OWNERS, st.lists(TEXTS, min_size=1, max_size=5)),
    st.tuples(st.just("rewrite"), TEXTS),
    st.tuples(st.just("clear"), OWNERS),
    st.tuples(st.just("touch")),
    st.tuples(st.just("fold")),
    st.tuples(st.just("recount"), OWNERS),
    st.tuples(st.just("rebuild"), st.sampled_from(["a", "b", None])),
    st.tuples(st.just("undo"), OWNERS, TEXTS),
)
PLAIN = {
    "remember": "select memory.remember(%s, %s, %s)",
    "retain": "select memory.retain(%s, 's', %s, %s)",
    "prune": "select memory.prune(p_keep => %s, p_batch => 2)",
    "bulk": "insert into popagent_memories"
    " (resource_id, session_id, kind, content, importance, created_at, updated_at)"
    " select %s, 'bulk', 'episode', 'x' || t, 0.5, now(), now() from unnest(%s::text[]) t on conflict do nothing",
    "rewrite": "update popagent_memories set content = left(content, 900) || %s, superseded_at = superseded_at",
    "clear": "delete from popagent_memories where resource_id = %s",
    "touch": "select memory.touch(array(select id from popagent_memories))",
    "fold": "select memory.fold_totals()",
    "recount": "select memory.recount_vocabulary(%s)",
    "rebuild": "select memory.rebuild_index(%s)",
}


@pytest.fixture(scope="module", params=["cluster", "oldest_cluster"], ids=["newest", "oldest"])
def db(request: pytest.FixtureRequest) -> Iterator[psycopg.Connection[Any]]:
    """A connection to a database of its own, on every supported PostgreSQL in turn."""
    cluster: Cluster = request.getfixturevalue(request.param)
    with cluster.database() as dsn, psycopg.connect(dsn) as connection:
        yield connection


def take(db: psycopg.Connection[Any], step: tuple[Any, ...]) -> None:
    """Take one step of a history; what the functions refuse leaves no trace."""
    name, *rest = step
    try:
        with db.transaction():
            if name in PLAIN:
                db.execute(PLAIN[name], rest)
                return
            if name == "undo":
                with db.transaction(force_rollback=True):
                    db.execute("select memory.remember(%s, %s)", rest)
                return
            row = db.execute(
                "select resource_id, id, revision from popagent_memories where superseded_at is null"
                " order by seq offset %s limit 1",
                (rest[0],),
            ).fetchone()
            if row is None:
                return
            owner, id, revision = row
            if name == "forget":
                db.execute("select memory.forget(%s, %s)", (owner, id))
            elif name == "update":
                db.execute("select memory.update_fact(%s, %s, %s, %s, %s)", (owner, id, revision, *rest[1:]))
            else:
                db.execute("select memory.remember(%s, %s, p_supersedes => %s)", (owner, rest[1], id))
    except (psycopg.errors.UniqueViolation, psycopg.errors.CheckViolation):
        assert name == "rewrite"
    except psycopg.Error as refused:
        if (refused.sqlstate or "")[:2] != "PT":
            raise


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, min_size=1, max_size=14))
def test_statistics_equal_a_recount_after_any_history(
    db: psycopg.Connection[Any], history: list[tuple[Any, ...]]
) -> None:
    with db.transaction(force_rollback=True):
        for step in history:
            take(db, step)
        assert db.execute("select * from memory.check_index()").fetchall() == []
        counted = db.execute(
            "select resource_id, count(*) from popagent_memories where superseded_at is null group by 1 order by 1"
        ).fetchall()
        summed = db.execute(
            "select resource_id, sum(memory_count)::bigint from popagent_memory_totals"
            " group by 1 having sum(memory_count) <> 0 order by 1"
        ).fetchall()
        assert counted == summed
        posted = db.execute("select coalesce(sum(frequency), 0) from popagent_memory_postings").fetchone()
        assert (
            posted == db.execute("select coalesce(sum(term_count), 0) from popagent_memory_totals").fetchone()
        )


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=400))
def test_any_fact_can_be_stored_and_asked_for_with_any_query(
    db: psycopg.Connection[Any], fact: str, query: str
) -> None:
    with db.transaction(force_rollback=True):
        take(db, ("remember", "a", fact, None))
        row = db.execute("select block, ids from memory.recall_block('a', %s)", (query,)).fetchone()
        assert row is not None
        block, ids = row
        assert (block is None) == (ids == [])
        if block is not None:
            assert len(block.splitlines()) == len(block.split("\n")) == len(ids) + 1


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_what_is_stored_is_found_by_its_own_words(db: psycopg.Connection[Any], fact: str) -> None:
    with db.transaction(force_rollback=True):
        take(db, ("remember", "a", fact, None))
        usable = db.execute("select count(*) > 0 from text.query_terms(%s)", (fact,)).fetchone()
        found = db.execute("select count(*) > 0 from memory.recall('a', %s)", (fact,)).fetchone()
        stored = db.execute("select count(*) > 0 from popagent_memories").fetchone()
        assert found == (usable if stored == (True,) else (False,))
