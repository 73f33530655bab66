"""`popagent worker` as a process of its own, to be stopped and killed."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.embedded import Dsns


@asynccontextmanager
async def worker(dsns: Dsns, gateway_url: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start a worker and wait until it says that it is ready."""
    environment = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": dsns.application,
        "OBSERVABILITY_DATABASE_URL": dsns.observability,
        "NINEROUTER_URL": gateway_url,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", "worker", env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            assert b"ready" in await process.stdout.readline(), "the worker ended while it started"
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()
