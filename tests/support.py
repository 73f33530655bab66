"""Real parts for tests: throw-away databases, and a server on a real socket."""

import asyncio
import os
import signal
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx2
import psycopg
import uvicorn

from app import schema
from app.binaries import Binaries
from app.embedded import ROLE, Dsns, EmbeddedServer
from app.settings import Settings, load
from app.web.application import create_app

_LOCALE = "encoding 'UTF8' lc_ctype 'C.UTF-8' lc_collate 'C'"
_QUICK = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "max_connections": "200"}


class Cluster:
    """A throw-away PostgreSQL whose databases are clones of migrated ones."""

    def __init__(self, folder: Path, binaries: Binaries | None = None) -> None:
        self._server = EmbeddedServer(folder, binaries=binaries, settings=_QUICK)
        self._template = self._server.ensure()
        schema.migrate(self._template.application, self._template.observability)

    def stop(self) -> None:
        self._server.release()

    def restart(self) -> None:
        """End the server as a crash does, and start it again."""
        postmaster = int((self._server.cluster / "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGQUIT)
        while Path(f"/proc/{postmaster}").exists():
            time.sleep(0.05)
        self._server.ensure()

    @contextmanager
    def databases(self) -> Iterator[Dsns]:
        """Lend a fresh application and observability database."""
        mark = uuid.uuid4().hex[:12]
        with self._clone(self._template.application, f"app_{mark}") as application:
            with self._clone(self._template.observability, f"obs_{mark}") as observability:
                yield Dsns(application, observability)

    @contextmanager
    def database(self) -> Iterator[str]:
        """Lend a fresh application database."""
        with self._clone(self._template.application, f"app_{uuid.uuid4().hex[:12]}") as dsn:
            yield dsn

    @contextmanager
    def empty_database(self) -> Iterator[str]:
        """Lend a database without any schema."""
        with self._clone(None, f"empty_{uuid.uuid4().hex[:12]}") as dsn:
            yield dsn

    @contextmanager
    def _clone(self, template: str | None, name: str) -> Iterator[str]:
        source = urlsplit(template or self._template.application)
        kind = f'"{source.path[1:]}"' if template else f"template0 {_LOCALE}"
        with self._maintenance() as admin:
            admin.execute(f'create database "{name}" owner {ROLE} template {kind} strategy file_copy')
        try:
            yield urlunsplit(source._replace(path=f"/{name}"))
        finally:
            with self._maintenance() as admin:
                admin.execute(f'drop database if exists "{name}" with (force)')

    def _maintenance(self) -> psycopg.Connection[Any]:
        # The superuser: a database is dropped even while a vacuum of the server's own works in it.
        return psycopg.connect(
            self._template.application, dbname="postgres", user="postgres", autocommit=True
        )


def settings(tmp: Path, **names: str) -> Settings:
    """Return settings of an environment that holds `names` alone."""
    return load({"POPAGENT_DATA_DIR": str(tmp), **names}, dotenv=tmp / ".env")


@dataclass(frozen=True)
class Served:
    """A running server: its address, and a client that knows it."""

    url: str
    app: Any
    client: httpx2.AsyncClient


@asynccontextmanager
async def serve(chosen: Settings, dsns: Dsns) -> AsyncIterator[Served]:
    """Run the web application on a free port of this machine, in this event loop."""
    app = create_app(chosen, dsns)
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, log_level="warning", access_log=False, lifespan="on"
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve() if hasattr(server, "_serve") else server.serve())
    try:
        while not server.started:
            if task.done():
                task.result()
                raise RuntimeError("the server ended while it started")
            await asyncio.sleep(0.005)
        port = server.servers[0].sockets[0].getsockname()[1]
        url = f"http://127.0.0.1:{port}"
        async with httpx2.AsyncClient(base_url=url, timeout=30, verify=False) as client:
            yield Served(url, app, client)
    finally:
        server.should_exit = True
        await task
