"""What the length of a thread costs: sending a message, opening its page, and a list of very many chats.

    python -m tests.bench.threads [--rounds 20] [--chats 2000]

Starts popagent on a fresh embedded PostgreSQL before a stand-in gateway, and measures threads of 50, 5,000 and
50,000 messages in turn, round by round, so that whatever else the machine does falls on all of them alike. CPU
is that of popagent and its database together, in milliseconds a request; messages are of 500 characters, so
that a model is given some 250 of them.
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import httpx2
import psycopg

from tests.bench.memory import Writer
from tests.bench.search import cpu
from tests.bench.turns import _answers, _free_port, _running, _turn

LENGTHS = (50, 5_000, 50_000)
#: Seconds that are watched after an answer.
AFTERWARDS = 0.3


def family(roots: list[int]) -> list[int]:
    """Return processes and all that they started."""
    parents = {}
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdecimal():
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    found = [*roots]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def spent(pids: list[int]) -> float:
    """Return the seconds of CPU that processes have used; those that ended count no more."""
    total = 0.0
    for pid in pids:
        with contextlib.suppress(OSError):
            total += cpu(pid)
    return total


def fill(dsn: str, chats: int) -> None:
    """Make the threads, and chats beside them."""
    texts = [Writer(5).text(500) for _ in range(100)]
    with psycopg.connect(dsn, autocommit=True) as db:
        for length in LENGTHS:
            db.execute("select session.open(%s, %s, null)", (f"long-{length}", f"{length:,} messages"))
            db.execute(
                "insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id)"
                " select %s, n, 'x' || n, case n %% 2 when 1 then 'user' else 'assistant' end,"
                " jsonb_build_array(jsonb_build_object("
                " 'type', 'text', 'text', (%s::text[])[1 + n %% 100])), '{}', gen_random_uuid()"
                " from generate_series(1, %s) n",
                (f"long-{length}", texts, length),
            )
        for number in range(chats):
            db.execute("select session.open(%s, %s, null)", (f"chat-{number}", texts[number % 100][:40]))
        while (db.execute("select thread.index_batch(1000)").fetchone() or (0,))[0]:
            pass
        db.execute("vacuum (analyze)")


async def measure(client: httpx2.AsyncClient, url: str, roots: list[int], rounds: int) -> None:
    """Send, open and search in turn, and print the medians; what the processes do by themselves is taken off."""
    costs: dict[tuple[str, int], list[tuple[float, float]]] = {}
    idle = 0.0

    async def timed(kind: str, length: int, work: Awaitable[Any]) -> None:
        pids, before, began = family(roots), spent(family(roots)), time.perf_counter()
        await work
        wall = time.perf_counter() - began
        # What a turn leaves to be done after its end belongs to it.
        await asyncio.sleep(AFTERWARDS)
        used = spent(pids) - before - idle * (time.perf_counter() - began)
        costs.setdefault((kind, length), []).append((wall, used))

    for number in range(-2, rounds):
        for length in LENGTHS:
            id = f"long-{length}"
            await timed("a turn", length, _turn(client, url, id, number + 10))
            await timed("its page", length, client.get(f"{url}/c/{id}"))
            await timed("its JSON", length, client.get(f"{url}/api/sessions/{id}"))
            await timed("a search", length, client.get(f"{url}/api/search?q=hello&sessionId={id}"))
        if number < 0:
            costs.clear()
            await timed("idle", 0, asyncio.sleep(3))
            idle = costs.pop(("idle", 0))[0][1] / (3 + AFTERWARDS) + idle
    print(f"{'':12}{'messages':>10}{'wall':>9}{'CPU':>9}  ms, median of {rounds}")
    for (kind, length), taken in sorted(costs.items()):
        wall, used = (statistics.median(column) * 1e3 for column in zip(*taken, strict=True))
        print(f"{kind:12}{length:10,}{wall:9.1f}{used:9.1f}")


async def run(rounds: int, chats: int) -> None:
    """Start all there is, fill it and measure."""
    gateway, port = _free_port(), _free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        data = Path(folder) / "popagent"
        environment = {
            "POPAGENT_DATA_DIR": str(data),
            "POPAGENT_PORT": str(port),
            "NINEROUTER_URL": f"http://127.0.0.1:{gateway}/v1",
        }
        stack.enter_context(_running("tests.bench.standin", "gateway", str(gateway)))
        stack.enter_context(_running("app", "serve", **environment))
        await _answers(f"{url}/api/models")
        asked = [sys.executable, "-m", "app", "dsn"]
        told = subprocess.run(asked, env=os.environ | environment, capture_output=True, text=True, check=True)
        fill(told.stdout.strip(), chats)
        database = int((data / "postgresql" / "postmaster.pid").read_text().split()[0])
        server = next(pid for pid in family([os.getpid()]) if _serves(pid))
        print(f"{chats:,} chats beside the long ones")
        async with httpx2.AsyncClient(timeout=120) as client:
            await measure(client, url, [server, database], rounds)


def _serves(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return b"serve" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--chats", type=int, default=2_000)
    options = parser.parse_args()
    asyncio.run(run(options.rounds, options.chats))


if __name__ == "__main__":
    main()
