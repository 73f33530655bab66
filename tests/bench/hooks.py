"""What a hook costs: a command beside the same start of the sandbox alone, hooks that match nothing beside none.

python -m tests.bench.hooks
"""

import asyncio
import statistics
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from uuid import uuid4

import httpx2

from app import sandbox
from app.hooks import sample
from app.hooks.runner import run_hook
from app.queries.hook import Hook
from tests.gateway.scripted import Reply, ScriptedGateway, stop, text
from tests.support import Cluster, serve, settings
from tests.web.talking import say

_ROUNDS = 60
_TURNS = 150


async def timed(doing: Callable[[], Awaitable[object]], rounds: int) -> float:
    """The median of some rounds, in milliseconds."""
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        await doing()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)


def bare() -> None:
    """Start the very command line of the sandbox, with nothing of ours around it."""
    with sandbox._opened(sandbox._options({}, []), []) as (options, descriptors):
        line = [*sandbox._drop_rights(), "bwrap", "--args", str(options), "--", "/bin/true"]
        subprocess.run(line, pass_fds=descriptors, check=True, stdin=subprocess.DEVNULL)


async def commands() -> None:
    box, event = sandbox.Sandbox(), sample("PreToolUse")
    assert await box.trouble() == ""
    now = None
    hook = Hook(
        uuid4(),
        "PreToolUse",
        "",
        "command",
        ["/bin/true"],
        None,
        False,
        [],
        10_000,
        "block",
        1,
        True,
        1,
        now,
        now,
    )  # type: ignore[arg-type]

    async def ours() -> None:
        ran = await run_hook(hook, event, event.payload({}), {}, box)
        assert ran.outcome == "ok", ran

    alone, as_hook = [], []
    for _ in range(_ROUNDS):  # by turns: what else the machine does falls on both
        began = time.perf_counter()
        bare()
        alone.append((time.perf_counter() - began) * 1000)
        as_hook.append(await timed(ours, 1))
    without, with_ours = statistics.median(alone), statistics.median(as_hook)
    print(
        f"a command: sandbox alone {without:.1f} ms, as a hook {with_ours:.1f} ms, {with_ours - without:+.1f}"
    )


async def turns(folder: Path) -> None:
    cluster = Cluster(folder)
    try:
        with cluster.databases() as dsns:
            async with ScriptedGateway() as gateway:
                async with serve(settings(folder, NINEROUTER_URL=gateway.url), dsns) as running:
                    before = await a_turn(running.client, gateway)
                    for _ in range(10):
                        body = {
                            "event": "PreToolUse",
                            "matcher": "nobody",
                            "kind": "command",
                            "argv": ["/bin/true"],
                        }
                        assert (await running.client.post("/api/hooks", json=body)).status_code == 201
                    after = await a_turn(running.client, gateway)
        print(f"a turn: without hooks {before:.1f} ms, with ten that match nothing {after:.1f} ms")
    finally:
        cluster.stop()


async def a_turn(client: httpx2.AsyncClient, gateway: ScriptedGateway) -> float:
    gateway.answers(*(Reply.sse(text("Yes."), stop()) for _ in range(_TURNS)))
    return await timed(lambda: say(client, "Hello", uuid4().hex, uuid4().hex), _TURNS)


async def main() -> None:
    await commands()
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        Path(folder).chmod(0o755)
        await turns(Path(folder))


if __name__ == "__main__":
    asyncio.run(main())
