"""Turns per second and milliseconds to the first token: popagent beside a bare pass-through.

    python -m tests.bench.turns [--sessions 16] [--turns 40] [--rounds 3]

Starts a stand-in gateway, a pass-through that stores nothing (the ceiling), and popagent on a fresh
embedded PostgreSQL; loads the two in alternation and prints each round and the medians of the ratio.
The load shares the machine with all of them: the ratio is what counts, not the single figure.
"""

import argparse
import asyncio
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import httpx2


def _free_port() -> int:
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        return int(chosen.getsockname()[1])


@contextlib.contextmanager
def _running(*command: str, **environment: str) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "-m", *command], env=os.environ | environment, stdout=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


async def _answers(url: str) -> None:
    async with httpx2.AsyncClient() as client:
        for _ in range(2400):
            with contextlib.suppress(httpx2.TransportError):
                await client.get(url)
                return
            await asyncio.sleep(0.05)
    raise SystemExit(f"nothing answers at {url}")


async def _turn(client: httpx2.AsyncClient, url: str, session: str, number: int) -> float:
    """One turn; seconds to its first token."""
    began, first, done = time.perf_counter(), None, False
    parts = [{"type": "text", "text": f"hello number {number}"}]
    body = {"id": session, "message": {"id": f"m{number}", "role": "user", "parts": parts}}
    async with client.stream("POST", f"{url}/api/chat", json=body) as reply:
        if reply.status_code != 200:
            raise SystemExit(f"{reply.status_code}: {(await reply.aread())[:300]!r}")
        async for line in reply.aiter_lines():
            if first is None and '"text-delta"' in line:
                first = time.perf_counter() - began
            done = done or line == "data: [DONE]"
    if first is None or not done:
        raise SystemExit("a turn ended without text or without its end")
    return first


async def _load(url: str, sessions: int, turns: int) -> dict[str, Any]:
    limits = httpx2.Limits(max_connections=sessions * 2)
    async with httpx2.AsyncClient(timeout=120, limits=limits) as client:
        mark = f"{time.time_ns():x}"

        async def talk(number: int) -> list[float]:
            return [await _turn(client, url, f"{mark}-{number}", turn) for turn in range(turns)]

        began = time.perf_counter()
        told = await asyncio.gather(*(talk(number) for number in range(sessions)))
        firsts = sorted(first for each in told for first in each)
        took = time.perf_counter() - began
    return {
        "sessions": sessions,
        "turns_per_s": round(sessions * turns / took, 1),
        "first_token_ms_p50": round(statistics.median(firsts) * 1000, 1),
        "first_token_ms_p95": round(firsts[int(len(firsts) * 0.95)] * 1000, 1),
    }


async def _measure(popagent: str, passthrough: str, asked: argparse.Namespace) -> None:
    names = {"pass-through": passthrough, "popagent": popagent}
    for url in names.values():
        await _load(url, 1, 5)
    for sessions in (1, asked.sessions):
        seen: dict[str, list[float]] = {name: [] for name in names}
        for _ in range(asked.rounds):
            for name, url in names.items():
                row = await _load(url, sessions, asked.turns)
                seen[name].append(row["turns_per_s"])
                print(json.dumps({"name": name, **row}), flush=True)
        share = statistics.median(a / b for a, b in zip(seen["popagent"], seen["pass-through"], strict=True))
        print(
            json.dumps({"sessions": sessions, "popagent_share_of_pass_through": round(share, 2)}), flush=True
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sessions", type=int, default=16)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    gateway, passthrough, popagent = _free_port(), _free_port(), _free_port()
    gateway_url = f"http://127.0.0.1:{gateway}/v1"
    with tempfile.TemporaryDirectory() as data, contextlib.ExitStack() as stack:
        environment = {
            "NINEROUTER_URL": gateway_url,
            "POPAGENT_PORT": str(popagent),
            "POPAGENT_DATA_DIR": os.path.join(data, "popagent"),
        }
        stack.enter_context(_running("tests.bench.standin", "gateway", str(gateway)))
        stack.enter_context(_running("tests.bench.standin", "passthrough", str(passthrough), gateway_url))
        stack.enter_context(_running("app", "serve", **environment))
        asyncio.run(_answers(f"{gateway_url}/models"))
        asyncio.run(_answers(f"http://127.0.0.1:{popagent}/api/models"))
        asyncio.run(_measure(f"http://127.0.0.1:{popagent}", f"http://127.0.0.1:{passthrough}", asked))


if __name__ == "__main__":
    main()
