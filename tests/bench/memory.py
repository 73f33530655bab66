"""Speed of long-term memory: builds a large set of memories, then measures and prints a table.

    python tests/bench/memory.py DATABASE_URL [--memories 1000000] [--resources 200] [--one 100000]

Needs a migrated popagent database of its own; the set (resources `bench-…`) is built once and reused by
later runs, `--clean` removes it. Memories have 290 characters on average and 95 % are facts; words follow
a Zipf-Mandelbrot law, as content words of a language do, and questions are made of words of one memory.
Times are milliseconds as a client sees them on one connection, unless a line says otherwise.
"""

import argparse
import asyncio
import itertools
import multiprocessing
import random
import statistics
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import psycopg

VOCABULARY = 40_000
STOP = [
    "the",
    "a",
    "of",
    "to",
    "and",
    "in",
    "is",
    "it",
    "that",
    "was",
    "for",
    "on",
    "are",
    "with",
    "as",
    "at",
]
SYLLABLES = [c + v + e for c in "bcdfghklmnprstvwz" for v in "aeiou" for e in ("", "n", "r", "s", "l")]
BATCH = 1000
START = datetime(2026, 1, 1, tzinfo=UTC)


class Writer:
    """Writes sentences and questions, the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        chosen = random.Random(0)
        words = {
            "".join(chosen.choices(SYLLABLES, k=chosen.choice((2, 3, 3, 4)))) for _ in range(VOCABULARY * 2)
        }
        self._words = sorted(words)[:VOCABULARY]
        chosen.shuffle(self._words)
        self._weights = list(itertools.accumulate(1 / (rank + 8) for rank in range(len(self._words))))

    def words(self, count: int) -> list[str]:
        return self._random.choices(self._words, cum_weights=self._weights, k=count)

    def text(self, characters: int = 290) -> str:
        """Return about so many characters, two in five words being stop words."""
        count = max(3, round(self._random.gauss(characters / 11.2, characters / 56)))
        words = self.words(count) + self._random.choices(STOP, k=round(count * 0.7))
        self._random.shuffle(words)
        return " ".join(words)

    def question(self, text: str) -> str:
        """Return a question of up to six words of a text, and some stop words."""
        words = sorted({word for word in text.split() if word not in STOP})
        return "what was the " + " ".join(self._random.sample(words, min(6, len(words)))) + "?"


def fill(job: tuple[str, str, int, int]) -> int:
    """Add memories to one resource in batches; returns how many it now has."""
    dsn, resource, count, seed = job
    with psycopg.connect(dsn, autocommit=True) as db:
        have = db.execute(
            "select count(*) from popagent_memories where resource_id = %s", (resource,)
        ).fetchone()
        assert have is not None
        if have[0] >= count:
            return count
        writer = Writer(seed)
        for first in range(have[0], count, BATCH):
            rows = range(first, min(first + BATCH, count))
            texts = [writer.text() for _ in rows]
            kinds = ["episode" if n % 20 == 0 else "fact" for n in rows]
            sessions = [f"{resource}-{n // 400}" for n in rows]
            times = [START + timedelta(minutes=n) for n in rows]
            db.execute(
                "insert into popagent_memories"
                " (resource_id, session_id, kind, content, importance, created_at, updated_at)"
                " select %s, n.session, n.kind, n.content, 0.5, n.at, n.at"
                " from unnest(%s::text[], %s::text[], %s::text[], %s::timestamptz[]) n (content, kind, session, at)"
                " on conflict do nothing",
                (resource, texts, kinds, sessions, times),
            )
    return count


def build(dsn: str, sizes: dict[str, int], processes: int) -> float:
    """Build what is missing of the set, several resources at a time; returns seconds."""
    began = time.perf_counter()
    jobs = [(dsn, resource, count, number) for number, (resource, count) in enumerate(sizes.items(), 1)]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for done, _ in enumerate(pool.imap_unordered(fill, jobs), 1):
            print(
                f"\rbuilt {done} of {len(jobs)} resources, {time.perf_counter() - began:.0f} s",
                end="",
                flush=True,
            )
    print()
    with psycopg.connect(dsn, autocommit=True) as db:
        db.execute("select memory.recount_stale()")
        db.execute(
            "vacuum (analyze) popagent_memories, popagent_memory_postings, popagent_memory_totals,"
            " popagent_memory_vocabulary"
        )
    return time.perf_counter() - began


def times_of(took: list[float]) -> str:
    """Return `p50 / p95 / worst` of seconds, in milliseconds."""
    took = sorted(took)
    return (
        f"{statistics.median(took) * 1e3:7.1f} {took[int(len(took) * 0.95)] * 1e3:7.1f} {took[-1] * 1e3:7.1f}"
    )


def questions(db: psycopg.Connection, resources: list[str], count: int) -> Iterator[tuple[str, str]]:
    """Yield a resource and a question about one of its memories."""
    writer = Writer(99)
    chosen = random.Random(5)
    for _ in range(count):
        resource = chosen.choice(resources)
        row = db.execute(
            "select content from popagent_memories where resource_id = %s"
            " and kind = 'fact' and key is null and superseded_at is null offset %s limit 1",
            (resource, chosen.randrange(900)),
        ).fetchone()
        assert row is not None
        yield resource, writer.question(row[0])


def ask(db: psycopg.Connection, asked: list[tuple[str, str]]) -> list[float]:
    """Return the seconds of each recall; the first tenth warms up and does not count."""
    took = []
    for resource, question in asked:
        began = time.perf_counter()
        db.execute("select * from memory.recall(%s, %s)", (resource, question)).fetchall()
        took.append(time.perf_counter() - began)
    return took[len(took) // 10 :]


def postings(db: psycopg.Connection, asked: list[tuple[str, str]]) -> float:
    """Return how many postings a question matches on average."""
    found = [
        db.execute(
            "select count(*) from memory.wanted(%s, %s) w"
            " join popagent_memory_postings p on p.resource_id = %s and p.term = w.term",
            (resource, question, resource),
        ).fetchone()
        for resource, question in asked[:40]
    ]
    return statistics.mean([float(row[0]) for row in found if row])


async def retain(dsn: str, resources: list[str], rate: int, seconds: int, connections: int) -> list[float]:
    """Retain exchanges at a fixed rate over connections; returns the seconds of each call."""
    writer = Writer(7)
    took: list[float] = []
    queue: asyncio.Queue[tuple[str, str, str] | None] = asyncio.Queue()

    async def work() -> None:
        async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as db:
            while (job := await queue.get()) is not None:
                resource, user, assistant = job
                began = time.perf_counter()
                await db.execute(
                    "select * from memory.retain(%s, %s, %s, %s)",
                    (resource, f"{resource}-new", user, assistant),
                )
                took.append(time.perf_counter() - began)

    workers = [asyncio.create_task(work()) for _ in range(connections)]
    await asyncio.sleep(0.5)
    began = time.perf_counter()
    for n in range(rate * seconds):
        queue.put_nowait((resources[n % len(resources)], f"{n} {writer.text(100)}", writer.text(190)))
        await asyncio.sleep(max(0.0, began + (n + 1) / rate - time.perf_counter()))
    for _ in workers:
        queue.put_nowait(None)
    await asyncio.gather(*workers)
    return took[rate:]


def longest(db: psycopg.Connection, resource: str, count: int) -> list[float]:
    """Return the seconds of retaining the longest episodes there are: 4,000 and 8,000 characters."""
    writer = Writer(11)
    took = []
    for n in range(count):
        user, assistant = f"{n} {writer.text(4400)}", writer.text(9000)
        began = time.perf_counter()
        db.execute(
            "select * from memory.retain(%s, %s, %s, %s)", (resource, f"{resource}-long", user, assistant)
        )
        took.append(time.perf_counter() - began)
    return took[2:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("database_url")
    parser.add_argument("--memories", type=int, default=1_000_000)
    parser.add_argument("--resources", type=int, default=200)
    parser.add_argument("--one", type=int, default=100_000, help="memories of the largest single resource")
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--clean", action="store_true", help="remove the set and leave")
    options = parser.parse_args()
    many = {f"bench-{n}": options.memories // options.resources for n in range(options.resources)}
    sizes = {f"bench-one-{n}": n for n in (options.one // 10, options.one * 3 // 10, options.one)}
    with psycopg.connect(options.database_url, autocommit=True) as db:
        if options.clean:
            db.execute("delete from popagent_memories where resource_id like 'bench-%'")
            return
        seconds = build(options.database_url, sizes | many, options.processes)
        version = db.execute("show server_version").fetchone()
        assert version is not None
        print(f"PostgreSQL {version[0]}; {options.memories:,} memories in {options.resources} resources")
        print(f"and {sum(sizes.values()):,} in {len(sizes)} single ones; built in {seconds:.0f} s")
        print(f"{'':52}{'p50':>7} {'p95':>7} {'worst':>7}  ms")
        asked = list(questions(db, list(many), options.questions))
        print(f"{f'recall, {options.resources} resources':52}{times_of(ask(db, asked))}")
        for resource, size in sizes.items():
            asked = list(questions(db, [resource], options.questions // 2))
            matching = postings(db, asked)
            print(
                f"{f'recall, {size:,} in one ({matching:,.0f} postings match)':52}{times_of(ask(db, asked))}"
            )
        huge = [("bench-0", Writer(3).text(600_000))] * 62
        print(f"{'recall, query of 600 KB':52}{times_of(ask(db, huge))}")
        took = asyncio.run(retain(options.database_url, list(many), 200, 20, 16))
        print(f"{'retain, 200 a second over 16 connections':52}{times_of(took)}")
        took = asyncio.run(retain(options.database_url, [f"bench-one-{options.one}"], 200, 20, 16))
        print(f"{'retain, the same into the largest resource':52}{times_of(took)}")
        print(f"{'retain, longest episode':52}{times_of(longest(db, 'bench-0', 62))}")


if __name__ == "__main__":
    main()
