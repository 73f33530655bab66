"""Servers as processes of their own, to be killed."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx2

from app.embedded import Dsns


@dataclass
class Process:
    """A running `popagent serve`, and a client that knows its address."""

    process: asyncio.subprocess.Process
    client: httpx2.AsyncClient

    async def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        await self.process.wait()


@asynccontextmanager
async def popagent(dsns: Dsns, gateway_url: str, port: int | None = None) -> AsyncIterator[Process]:
    """Start a server, on a free port unless one is named, and wait until it says that it is ready."""
    if port is None:
        with socket.socket() as chosen:
            chosen.bind(("127.0.0.1", 0))
            port = chosen.getsockname()[1]
    environment = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": dsns.application,
        "OBSERVABILITY_DATABASE_URL": dsns.observability,
        "NINEROUTER_URL": gateway_url,
        "POPAGENT_PORT": str(port),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", "serve", env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        line = b""
        async with asyncio.timeout(30):
            while b"ready" not in line:
                line = await process.stdout.readline()
                assert line, "the server ended while it started"
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
            yield Process(process, client)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()
