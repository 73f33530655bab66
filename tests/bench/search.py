"""Speed of the search over chats: fills a database step by step and prints a table for each size.

    python -m tests.bench.search DATABASE_URL [--messages 200000] [--rounds 12]

Needs a migrated popagent database of its own on this machine; the set (chats `bench-…`) is kept, `--clean`
removes it. Chats have 100 messages: questions of about 150 characters and answers of about 900, now and then one
that is much longer; words follow a Zipf-Mandelbrot law. Each line is a kind of query: how many messages hold it,
milliseconds until its first page of 20 is there, and milliseconds of CPU that the database spent on it.
"""

import argparse
import itertools
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tests.bench.memory import Writer

A_CHAT = 100
OWNER = "popagent-user"


def cpu(pid: int) -> float:
    """Return the seconds of CPU that a process has used in the threads that it has."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def fill(db: psycopg.Connection, count: int) -> float:
    """Add chats until there are so many messages; returns seconds."""
    row = db.execute("select count(*) from popagent_sessions where id like 'bench-%'").fetchone()
    assert row is not None
    began = time.perf_counter()
    for number in range(row[0], count // A_CHAT):
        writer, chosen, id = Writer(number), random.Random(number), f"bench-{number}"
        db.execute("select session.open(%s, %s, null)", (id, " ".join(writer.words(4))))
        lengths = [chosen.lognormvariate(5 + 1.6 * (n % 2), 0.8) for n in range(A_CHAT)]
        db.execute(
            "insert into popagent_messages"
            " (thread_id, position, id, role, parts, metadata, execution_id, created_at)"
            " select %s, x.n, 'm' || x.n, case x.n %% 2 when 1 then 'user' else 'assistant' end,"
            " jsonb_build_array(jsonb_build_object('type', 'text', 'text', x.said)), '{}', gen_random_uuid(),"
            " timestamptz '2025-01-01' + make_interval(mins => (%s * 100 + x.n)::integer)"
            " from unnest(%s::text[]) with ordinality as x (said, n)",
            (id, number, [writer.text(max(20, int(length))) for length in lengths]),
        )
        while (db.execute("select thread.index_batch(1000)").fetchone() or (0,))[0]:
            pass
    db.execute("vacuum (analyze) popagent_thread_search, popagent_messages, popagent_sessions")
    return time.perf_counter() - began


def queries(db: psycopg.Connection) -> Iterator[tuple[str, list[str]]]:
    """Yield kinds of query, each with examples of it."""
    ranked = [
        row[0]
        for row in db.execute(
            "select t.word from ts_stat('select search from popagent_thread_search"
            " where position is not null order by created_at desc limit 20000') t"
            " where t.word ~ '^[a-z]{6,}$' order by t.ndoc desc"
        )
    ]
    common, usual, rare = ranked[:8], ranked[200:208], ranked[8000:8008]
    yield "a word of every third message", [f"{word} " for word in common]
    yield "a usual word", [f"{word} " for word in usual]
    yield "a rare word", [f"{word} " for word in rare]
    yield "two frequent words", [f"{a} {b} " for a, b in itertools.pairwise(common)]
    yield (
        "four words",
        [f"{a} {b} {c} {d} " for a, b, c, d in zip(common, common[2:], usual, usual[2:], strict=False)],
    )
    yield "two letters, while typing", [word[:2] for word in common]
    yield "four letters, while typing", [word[:4] for word in usual]
    yield "a word and three letters", [f"{a} {b[:3]}" for a, b in zip(usual, common, strict=False)]
    yield "misspelt, found nowhere", [f"{word[:3]}x{word[3:]} " for word in rare]
    yield "stop words alone", ["the of and "]
    yield "a paste of 600 kB", [Writer(3).text(600_000)]


def measure(db: psycopg.Connection, pid: int, asked: list[str], rounds: int) -> tuple[list[float], float]:
    """Return the seconds of each search, and the mean CPU of the database."""
    for query in asked:
        db.execute("select * from thread.search(%s, %s)", (OWNER, query)).fetchall()
    took, before = [], cpu(pid)
    for number in range(rounds):
        query = asked[number % len(asked)]
        began = time.perf_counter()
        db.execute("select * from thread.search(%s, %s)", (OWNER, query)).fetchall()
        took.append(time.perf_counter() - began)
    return sorted(took), (cpu(pid) - before) / rounds


def holding(db: psycopg.Connection, query: str) -> int:
    """Return how many messages and titles hold a query."""
    row = db.execute(
        "select count(*) from popagent_thread_search s where s.search @@ text.search_query(%s)", (query,)
    ).fetchone()
    assert row is not None
    return int(row[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("database_url")
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--clean", action="store_true", help="remove the set and leave")
    options = parser.parse_args()
    with psycopg.connect(options.database_url, autocommit=True) as db:
        if options.clean:
            db.execute("delete from popagent_threads where id like 'bench-%'")
            return
        pid = db.info.backend_pid
        for size in (options.messages // 10, options.messages // 2, options.messages):
            seconds = fill(db, size)
            print(f"\n{size:,} messages, {size // A_CHAT:,} chats; filled in {seconds:.0f} s")
            print(f"{'':34}{'held by':>9}{'p50':>8}{'worst':>8}{'CPU':>8}  ms")
            for kind, asked in queries(db):
                took, spent = measure(db, pid, asked, options.rounds)
                held = holding(db, asked[0])
                print(
                    f"{kind:34}{held:9,}{statistics.median(took) * 1e3:8.1f}{took[-1] * 1e3:8.1f}{spent * 1e3:8.1f}"
                )
        row = db.execute(
            "select pg_size_pretty(pg_total_relation_size('popagent_messages')),"
            " pg_size_pretty(pg_table_size('popagent_thread_search')),"
            " pg_size_pretty(pg_indexes_size('popagent_thread_search'))"
        ).fetchone()
        assert row is not None
        print(f"\nmessages {row[0]}; what is searched {row[1]}, its indexes {row[2]}")


if __name__ == "__main__":
    main()
