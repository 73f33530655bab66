"""`popagent serve`: one per data directory, its port, and an end that leaves nothing running."""

import asyncio
import errno
import fcntl
import ipaddress
import logging
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from app import databases, keyfile, logs, schema
from app.embedded import Dsns, make_data_dir
from app.errors import Foreseen
from app.settings import Settings
from app.web.application import create_app

log = logging.getLogger(__name__)

_GRACE_S = 5


class ServeError(Foreseen):
    """The server cannot start."""


def serve(settings: Settings) -> int:
    """Serves until a signal ends it; the exit status. Raises ServeError and what the databases raise."""
    with _only_one(settings), _bound(settings) as listener:
        return _serve(settings, listener)


def _serve(settings: Settings, listener: socket.socket) -> int:
    with databases.opened(settings, even_if_left=True) as dsns:
        databases.check(dsns)
        schema.migrate(dsns.application, dsns.observability)
        schema.check_configuration(dsns.application)
        settings = _with_key(settings, dsns)
        with databases.connect(dsns.application) as database:
            if not databases.knows_all_scripts(database):
                log.warning("memories in other scripts than Latin will not be found: see popagent doctor")
        redactor = logs.redactor(settings)
        logs.redact(redactor)
        return _run(create_app(settings, dsns, redactor), settings, listener)


def _with_key(settings: Settings, dsns: Dsns) -> Settings:
    """Return the settings with the key of secrets; on a first start with the embedded database it is made here."""
    found = keyfile.with_key(settings)
    if found.secret_key is None and not databases.given(settings):
        with databases.connect(dsns.application) as database:
            row = database.execute("select secret.has_keys()").fetchone()
        if row == (False,):
            file = keyfile.make(settings)
            print(
                f"A key for secrets was made: {file}. Keep a copy of it apart from the database's backups.",
                flush=True,
            )
            found = keyfile.with_key(settings)
    return found


def url(settings: Settings) -> str:
    """The address at which a browser on this machine finds the server."""
    host = settings.host
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return f"http://{host}:{settings.port}"
    if address.is_unspecified:
        host = "127.0.0.1" if address.version == 4 else "::1"
    return f"http://{host if address.version == 4 else f'[{host}]'}:{settings.port}"


@contextmanager
def _only_one(settings: Settings) -> Iterator[None]:
    """Holds the data directory for this server; with databases of one's own there is none to hold."""
    if databases.given(settings):
        yield
        return
    make_data_dir(settings.data_dir)
    with open(settings.data_dir / "serve.lock", "a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            holder = lock.read().strip() or "another process"
            raise ServeError(
                f"{settings.data_dir} is already served by {holder}:"
                " stop that one, or choose another POPAGENT_DATA_DIR"
            ) from None
        lock.truncate(0)
        lock.write(f"popagent (pid {os.getpid()}) at {url(settings)}\n")
        lock.flush()
        yield


@contextmanager
def _bound(settings: Settings) -> Iterator[socket.socket]:
    """The port, taken before anything is started and listened on when all is ready."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        raise ServeError("POPAGENT_HOST should be an address or a host name of this machine") from None
    with socket.socket(family, kind, protocol) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
        except OSError as error:
            raise _port_trouble(settings, error) from None
        yield listener


def _port_trouble(settings: Settings, error: OSError) -> ServeError:
    if error.errno == errno.EADDRINUSE:
        return ServeError(f"port {settings.port} is already in use: set POPAGENT_PORT to a free one")
    if error.errno == errno.EACCES:
        return ServeError(f"port {settings.port} is not allowed to this user: set POPAGENT_PORT above 1023")
    return ServeError(f"POPAGENT_HOST should be an address of this machine: {error.strerror}")


class _Server(uvicorn.Server):
    """Says when it accepts connections, and tells the application at once that it is to stop."""

    ended_by = 0

    def __init__(self, config: uvicorn.Config, stopping: asyncio.Event, address: str) -> None:
        super().__init__(config)
        self._stopping = stopping
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started:
            print(f"popagent is ready at {self._address}", flush=True)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A second Ctrl-C ends open requests. The signal is not kept: uvicorn would send it again.
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
        self.ended_by = sig
        self._loop.call_soon_threadsafe(self._stopping.set)


def _run(app: Starlette, settings: Settings, listener: socket.socket) -> int:
    config = uvicorn.Config(
        app,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_S,
    )
    server = _Server(config, app.state.stopping, url(settings))
    try:
        server.run(sockets=[listener])
    except OSError as error:
        if server.started:
            raise
        raise _port_trouble(settings, error) from None
    return 130 if server.ended_by == signal.SIGINT else 0
