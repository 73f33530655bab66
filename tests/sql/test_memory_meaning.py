"""Recall by meaning joins the rank where it can, and otherwise changes nothing (contract M12)."""

from typing import Any

import psycopg
import pytest

from tests.jobs.embedding import Look, vector
from tests.support import Cluster

FACTS = (
    "I drink tea in the morning",
    "My dog is called Ada",
    "We live by the sea",
    "The tea shop opens at nine",
)
QUESTIONS = (
    "Which tea do I drink?",
    "Where is the dog?",
    "a morning by the sea with Ada",
    "what is it?",
    "beverage",
)


def recalled(look: Look, question: str, by: list[float] | None = None) -> list[tuple[Any, ...]]:
    """Everything that recall says."""
    return look.db.execute(
        "select r.* from memory.recall('popagent-user', %s, p_vector => %s) r", (question, by)
    ).fetchall()


def contents(look: Look, question: str) -> list[str]:
    """What is recalled for a question and its vector."""
    return [row[2] for row in recalled(look, question, vector(question))]


def embed(look: Look) -> None:
    """Embed all memories, as the worker does."""
    rows = look.db.execute("select id, content, hash from memory.unembedded('mini', 999)").fetchall()
    look.db.execute(
        "select memory.store_embeddings('mini', %s, %s, %s)",
        ([row[0] for row in rows], [row[2] for row in rows], [vector(row[1]) for row in rows]),
    )
    assert look.value("select memory.finish_embedding('mini')")


@pytest.fixture
def look(each_cluster: Cluster) -> Any:
    with each_cluster.database() as dsn:
        found = Look(dsn)
        found.remember(*FACTS)
        for n in range(6):
            found.db.execute(
                "select memory.retain('popagent-user', 's', %s, 'Yes.')", (f"Shall we walk the dog at {n}?",)
            )
        yield found
        found.db.close()


def test_without_a_vector_recall_is_what_it_was(look: Look) -> None:
    before = [recalled(look, question) for question in QUESTIONS]
    assert any(before)
    embed(look)
    assert [recalled(look, question) for question in QUESTIONS] == before, "same rows, same scores"
    longer = [recalled(look, question, [*vector(question), 1.0]) for question in QUESTIONS]
    assert longer == before, "a vector of another model is no use"
    look.db.execute("delete from popagent_memory_embeddings")
    assert [recalled(look, question, vector(question)) for question in QUESTIONS] == before


def test_a_question_in_other_words_finds_by_meaning_where_the_extension_is(look: Look) -> None:
    embed(look)
    assert recalled(look, "Tell me my favourite beverage") == []
    found = contents(look, "Tell me my favourite beverage")
    if look.value("select memory.has_vectors()"):
        assert set(found) == {FACTS[0], FACTS[3]}
        first = recalled(look, "Which beverage in the morning?", vector("beverage"))[0]
        assert first[2] == FACTS[0], "words and meaning add up"
        assert first[-1] > 0
    else:
        assert found == []


def test_a_question_without_usable_words_finds_nothing_even_with_a_vector(look: Look) -> None:
    embed(look)
    assert recalled(look, "what is it?", vector("tea")) == []
    assert recalled(look, "", vector("tea")) == []


def test_meaning_stays_within_the_owner_and_with_what_holds_now(look: Look) -> None:
    look.db.execute("select memory.remember('other', 'Tea of another owner')")
    look.db.execute("select memory.remember('popagent-user', 'My pet is a cat', 'pet')")
    embed(look)
    look.db.execute("select memory.remember('popagent-user', 'My pet is a newt', 'pet')")
    found = contents(look, "beverage and companion of the coast")
    assert "Tea of another owner" not in found
    assert "My pet is a cat" not in contents(look, "Which dog?")


def test_a_block_is_rendered_from_both(look: Look) -> None:
    embed(look)
    question = "Tell me my favourite beverage"
    block = look.db.execute(
        "select block, cardinality(ids) from memory.recall_block('popagent-user', %s, p_vector => %s)",
        (question, vector(question)),
    ).fetchone()
    assert block is not None
    if look.value("select memory.has_vectors()"):
        assert "- [fact]" in block[0]
        assert FACTS[0] in block[0]
        assert block[1] == 2
    else:
        assert block == (None, 0)


def test_an_older_dump_of_memories_takes_no_extension(each_cluster: Cluster) -> None:
    with each_cluster.database() as dsn, psycopg.connect(dsn) as db:
        types = db.execute(
            "select distinct format_type(a.atttypid, null) from pg_attribute a"
            " where a.attrelid = 'popagent_memory_embeddings'::regclass and a.attnum > 0"
        ).fetchall()
    assert ("vector",) not in types
