"""What meaning adds to recall, on conversations with questions: by words alone, and with vectors.

    python -m tests.bench.meaning DATABASE_URL DATA.json.gz GATEWAY_URL [--limit 8]

Needs a migrated popagent database that holds nothing of value and has the extension `vector`, the data of
`bench/recall.py` (LoCoMo, CC BY-NC 4.0), and a gateway with embeddings, such as tests/bench/embedder.py.
Memories are embedded by the worker's own code. Two figures each, over questions: any = some evidence
among the first LIMIT memories; all = share of the evidence turns found. Milliseconds as the client of the
database sees them; those of the question's vector stand apart.
"""

import argparse
import asyncio
import gzip
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import psycopg

from app.agent import meaning
from app.db import Database
from app.gateway import Gateway
from app.queries import memory
from app.settings import Settings

Scores = dict[str, list[tuple[bool, float]]]


def store(dsn: str, conversations: list[dict[str, Any]]) -> dict[Any, set[str]]:
    """Store the conversations, each under an owner of its own; return the turns of each memory."""
    turns = {}
    with psycopg.connect(dsn, autocommit=True) as db:
        db.execute("delete from popagent_memories where resource_id like 'bench-%'")
        for talk in conversations:
            owner = f"bench-{talk['name']}"
            for episode in talk["episodes"]:
                session = f"{owner}-{episode['session']}"
                said = (episode["user"], episode["assistant"] or "…", episode["at"])
                row = db.execute(
                    "select id from memory.retain(%s, %s, %s, %s, %s)", (owner, session, *said)
                ).fetchone()
                assert row is not None
                turns[row[0]] = set(episode["turns"])
        db.execute("select memory.recount_stale()")
        db.execute("update popagent_memory_embedding_settings set enabled = true, revision = revision + 1")
        db.execute("vacuum (analyze)")
    return turns


async def ask(
    db: Database,
    talk: dict[str, Any],
    vectors: list[list[float]] | None,
    turns: dict[Any, set[str]],
    limit: int,
) -> tuple[list[tuple[bool, float]], list[float]]:
    """Ask all questions of a conversation; return both figures of each, and the seconds."""
    scores, took = [], []
    for n, question in enumerate(talk["questions"]):
        began = time.perf_counter()
        rows = await memory.recall(
            db, f"bench-{talk['name']}", question["question"], limit, vectors and vectors[n]
        )
        took.append(time.perf_counter() - began)
        found = set().union(*(turns[row.id] for row in rows)) if rows else set()
        hits = [each in found for each in question["evidence"]]
        scores.append((any(hits), sum(hits) / len(hits)))
    return scores, took


def told(values: list[tuple[bool, float]]) -> str:
    return f"{statistics.mean(v[0] for v in values):.3f}/{statistics.mean(v[1] for v in values):.3f}"


def show(name: str, scores: Scores, took: list[float], p: Callable[[list[float]], str]) -> None:
    every = [value for values in scores.values() for value in values]
    each = "  ".join(f"{talk} {told(values)}" for talk, values in scores.items())
    print(f"{name:14} {told(every)}   {p(took)}   {each}", flush=True)


def p50_95(took: list[float]) -> str:
    took = sorted(took)
    return f"{statistics.median(took) * 1e3:5.1f} /{took[int(len(took) * 0.95)] * 1e3:6.1f} ms"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("database_url")
    parser.add_argument("data")
    parser.add_argument("gateway_url")
    parser.add_argument("--limit", type=int, default=8)
    options = parser.parse_args()
    with gzip.open(options.data, "rt") as file:
        conversations = json.load(file)
    turns = store(options.database_url, conversations)
    db = Database(options.database_url)
    gateway = Gateway(Settings.model_validate({"NINEROUTER_URL": options.gateway_url}))
    await db.open()
    await gateway.start()
    began = time.perf_counter()
    await meaning.embed_memories(db, gateway)
    model = await memory.embedding_model(db)
    assert model is not None, (await meaning.state(db, gateway)).last_error
    print(f"{len(turns)} memories embedded by {model} in {time.perf_counter() - began:.0f} s")
    vectors, took = {}, []
    for talk in conversations:
        vectors[talk["name"]] = []
        for question in talk["questions"]:
            began = time.perf_counter()
            vectors[talk["name"]] += await gateway.embed(model, [question["question"]])
            took.append(time.perf_counter() - began)
    print(f"{'a question embedded':14} {p50_95(took)}")
    for name, with_meaning in (("words", False), ("with meaning", True)):
        scores: Scores = {}
        took = []
        for talk in conversations:
            given = vectors[talk["name"]] if with_meaning else None
            scores[talk["name"]], times = await ask(db, talk, given, turns, options.limit)
            took += times
        show(name, scores, took, p50_95)
    await gateway.close()
    await db.close()


if __name__ == "__main__":
    asyncio.run(main())
