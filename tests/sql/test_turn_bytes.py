"""What a turn leaves in the database: as much after five hundred of them as after the first."""

import itertools

import psycopg
from psycopg import sql
from psycopg.types.json import Jsonb

from tests.support import Cluster

TURNS, PART = 500, 100


def stream(number: int) -> list[dict[str, object]]:
    """The parts of an answer with a tool call."""
    call = {"toolCallId": f"c{number}", "toolName": "remember"}
    return [
        {"type": "start-step"},
        {"type": "tool-input-available", **call, "input": {"content": f"fact {number}"}},
        {"type": "tool-output-available", "toolCallId": f"c{number}", "output": "Remembered."},
        {"type": "start-step"},
        *({"type": "text-delta", "id": "2.1", "delta": f"word {number} {n} "} for n in range(40)),
    ]


def turn(db: psycopg.Connection, number: int) -> None:
    """One turn, stored as the engine stores it."""
    question = Jsonb([{"type": "text", "text": f"This is question number {number} of a long talk"}])
    begun = db.execute(
        "select execution_id from execution.accept_turn('s', %s, %s, 'me', 60, 'm')", (f"m{number}", question)
    ).fetchone()
    assert begun is not None
    parts = stream(number)
    batch = Jsonb([{"execution_id": str(begun[0]), "first_n": 1, "parts": parts[:20]}])
    db.execute("select memory.remember('popagent-user', %s)", (f"Fact number {number} of a long talk",))
    db.execute("select execution.append('me', %s)", (batch,))
    finish = "select execution.finish(%s, 'me', 'completed', 'final', p_first_n => 21, p_tail => %s)"
    db.execute(finish, (begun[0], Jsonb(parts[20:])))


def stored(db: psycopg.Connection) -> int:
    """Bytes of all rows of all tables, once the streams of ended turns are swept."""
    db.execute("select execution.sweep(interval '-1 second')")
    tables = db.execute(
        "select relname from pg_class where relkind = 'r' and relname ~ '^(popagent|pgqueuer)'"
    ).fetchall()
    total = 0
    for (table,) in tables:
        size = sql.SQL("select coalesce(sum(pg_column_size(t.*)), 0) from {} t").format(sql.Identifier(table))
        row = db.execute(size).fetchone()
        total += int(row[0]) if row else 0
    return total


def test_five_hundred_turns_with_a_tool_call_store_as_much_each(cluster: Cluster) -> None:
    with cluster.database() as dsn, psycopg.connect(dsn, autocommit=True) as db:
        sizes = [stored(db)]
        for number in range(TURNS):
            turn(db, number)
            if (number + 1) % PART == 0:
                sizes.append(stored(db))
    each = [(after - before) / PART for before, after in itertools.pairwise(sizes)]
    assert max(each[1:]) < 1.1 * min(each[1:]), each
    assert max(each) < 20_000, each
