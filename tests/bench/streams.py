"""Milliseconds until a page is there while many answers stream, beside the same when nothing does.

    python -m tests.bench.streams [--streams 200] [--pages 60] [--pause 0.05]

Starts a stand-in gateway that sends a word every PAUSE seconds, and popagent on a fresh embedded
PostgreSQL. Asks for pages of the same chats, one after another, while nothing runs in them and while
a turn streams in each, read by a client of its own. All of it shares the machine.
"""

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import tempfile
import time

import httpx2

from tests.bench.turns import _answers, _free_port, _running

#: Words of an answer; it outlasts the measurement.
_WORDS = 1_000_000


async def _begin(client: httpx2.AsyncClient, session: str, number: int, streaming: asyncio.Semaphore) -> None:
    """Begin a turn, say when it streams, and read on until it is stopped."""
    parts = [{"type": "text", "text": f"hello {number}"}]
    body = {"id": session, "message": {"id": f"m{number}", "role": "user", "parts": parts}}
    heard = False
    async with client.stream("POST", "/api/chat", json=body) as reply:
        if reply.status_code != 200:
            raise SystemExit(f"{reply.status_code}: {(await reply.aread())[:300]!r}")
        async for line in reply.aiter_lines():
            if not heard and '"text-delta"' in line:
                heard = True
                streaming.release()


async def _streaming(
    client: httpx2.AsyncClient, sessions: list[str], number: int
) -> list[asyncio.Task[None]]:
    """Begin a turn in each session, and wait until all of them stream."""
    streaming = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(_begin(client, session, number, streaming)) for session in sessions]
    failing = asyncio.gather(*tasks)
    for _ in sessions:
        heard = asyncio.create_task(streaming.acquire())
        await asyncio.wait({heard, failing}, return_when=asyncio.FIRST_COMPLETED)
        if not heard.done():
            failing.result()
    return tasks


async def _stop(client: httpx2.AsyncClient, sessions: list[str], tasks: list[asyncio.Task[None]]) -> None:
    for session in sessions:
        await client.post(f"/api/chat/{session}/stop")
    await asyncio.gather(*tasks)


async def _pages(client: httpx2.AsyncClient, name: str, sessions: list[str], pages: int) -> float:
    """Ask for pages, print what they took, return the median in milliseconds."""
    took = []
    for n in range(pages):
        began = time.perf_counter()
        reply = await client.get(f"/c/{sessions[n % len(sessions)]}")
        took.append((time.perf_counter() - began) * 1000)
        if reply.status_code != 200:
            raise SystemExit(f"{reply.status_code}: {reply.text[:300]!r}")
    median, late = statistics.median(took), sorted(took)[int(len(took) * 0.95)]
    print(
        json.dumps({"name": name, "page_ms_p50": round(median, 1), "page_ms_p95": round(late, 1)}), flush=True
    )
    return median


async def _measure(url: str, streams: int, pages: int) -> None:
    limits = httpx2.Limits(max_connections=streams + 20, max_keepalive_connections=10)
    async with httpx2.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        sessions = [f"bench-{n}" for n in range(streams)]
        for part in range(0, streams, 20):
            some = sessions[part : part + 20]
            await _stop(client, some, await _streaming(client, some, 1))
        idle = await _pages(client, "idle", sessions, pages)
        tasks = await _streaming(client, sessions, 2)
        busy = await _pages(client, f"{streams} streams", sessions, pages)
        await _stop(client, sessions, tasks)
        print(json.dumps({"streams": streams, "times_the_idle_page": round(busy / idle, 1)}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--pause", type=float, default=0.05)
    asked = parser.parse_args()
    gateway, popagent = _free_port(), _free_port()
    gateway_url = f"http://127.0.0.1:{gateway}/v1"
    words = ("--tokens", str(_WORDS), "--pause", str(asked.pause))
    with tempfile.TemporaryDirectory() as data, contextlib.ExitStack() as stack:
        environment = {
            "NINEROUTER_URL": gateway_url,
            "POPAGENT_PORT": str(popagent),
            "POPAGENT_DATA_DIR": os.path.join(data, "popagent"),
        }
        stack.enter_context(_running("tests.bench.standin", "gateway", str(gateway), *words))
        stack.enter_context(_running("app", "serve", **environment))
        url = f"http://127.0.0.1:{popagent}"
        asyncio.run(_answers(f"{gateway_url}/models"))
        asyncio.run(_answers(f"{url}/api/models"))
        asyncio.run(_measure(url, asked.streams, asked.pages))


if __name__ == "__main__":
    main()
