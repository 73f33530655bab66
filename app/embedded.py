"""The embedded PostgreSQL: made, started, reused and stopped by popagent itself.

Below the data directory: `postgresql/` is the cluster, `postgresql.log` what the server says,
`postgresql.lock` is held while one process makes, starts or stops it, `postgresql.users` is held
shared by every process that uses it. The last one out stops it. `postgresql.left` says that
`popagent dsn` left it running for other programs; then only the end of a `serve` stops it.

A server is reached by a socket in a folder of mode 0700, never by TCP. Started by root, it runs
as an unprivileged user: the owner of the cluster, for a new one a system user of popagent's.
"""

import fcntl
import hashlib
import logging
import os
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping

from app.binaries import Binaries
from app.binaries import binaries as find_binaries
from app.errors import Foreseen
from app.programs import ACCOUNT, Account, Programs, is_root, serves, service_account

ROLE = "popagent"
DATABASES = ("popagent", "popagent_observability")

_PORT = 5432
_LOCALE = "en_US.UTF-8" if sys.platform == "darwin" else "C.UTF-8"
#: Bytes of a socket's path that every system takes (Linux 107, macOS 103).
_LONGEST_SOCKET = 103
_SILENCE_S = 30
_LARGE_LOG = 10_000_000
#: What a new server says while processes of a killed one still end.
_OTHERS_LEAVING = "pre-existing shared memory"

log = logging.getLogger(__name__)


class EmbeddedError(Foreseen):
    """The embedded server cannot be had."""


@dataclass(frozen=True)
class Dsns:
    """The connection strings of the two databases."""

    application: str
    observability: str


def make_data_dir(folder: Path) -> None:
    """Private, except that the server's user must pass through what root made."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        folder.chmod(0o711 if is_root() else 0o700)


class EmbeddedServer:
    """One cluster below `data_dir`. `settings` are server parameters for a start, such as fsync."""

    def __init__(
        self, data_dir: Path, *, binaries: Binaries | None = None, settings: Mapping[str, str] | None = None
    ) -> None:
        self.data_dir = data_dir.absolute()
        self.cluster = self.data_dir / "postgresql"
        self.log = self.data_dir / "postgresql.log"
        self._left = self.data_dir / "postgresql.left"
        self._settings = dict(settings or {})
        self._binaries = binaries
        self._programs: Programs
        self._tried = False
        self._use: int | None = None

    def exists(self) -> bool:
        """Whether there is a cluster to start."""
        return (self.cluster / "PG_VERSION").exists()

    def ensure(self) -> Dsns:
        """Makes and starts what is missing, and counts this process among the users until release().

        Waits for as long as a recovery takes. Raises EmbeddedError, BinariesError, AccountError or
        OSError; release() is right after these too.
        """
        make_data_dir(self.data_dir)
        # libpq would go to that address instead of the socket.
        os.environ.pop("PGHOSTADDR", None)
        with self._turn():
            self._binaries = self._binaries or find_binaries()
            self._programs = Programs(self._binaries, self._account(), _LOCALE)
            self._tried = True
            if not self.exists():
                self._make_cluster()
            self._bring_up()
            self._make_databases()
            if self._use is None:
                self._use = self._open("postgresql.users")
                fcntl.flock(self._use, fcntl.LOCK_SH)
        return Dsns(*(self._url(name) for name in DATABASES))

    def release(self, *, even_if_left: bool = False) -> None:
        """Ends this process's use; the last one out stops the server, unless it was left for others."""
        if not self._tried:
            return
        with self._turn():
            if self._alone() and (even_if_left or not self._left.exists()):
                self._stop()

    def leave(self) -> None:
        """Ends this process's use, but lets a server that nobody else uses stay up for other programs."""
        if not self._tried:
            return
        with self._turn():
            if self._alone():
                self._left.touch()

    # Whose turn it is, and who is there

    def _open(self, name: str) -> int:
        return os.open(self.data_dir / name, os.O_RDWR | os.O_CREAT, 0o600)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        lock = self._open("postgresql.lock")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _alone(self) -> bool:
        """Gives up this process's use; whether there is no other."""
        use = self._open("postgresql.users") if self._use is None else self._use
        self._use = None
        try:
            fcntl.flock(use, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(use)
        return True

    # The cluster

    def _account(self) -> Account | None:
        """As whom the server runs (None: as we do). Refuses a cluster that it could not run on."""
        if not self.exists():
            return service_account() if is_root() else None
        owner = self.cluster.stat()
        if is_root() and owner.st_uid == 0:
            raise EmbeddedError(f"{self.cluster} belongs to root: chown -R it to the user {ACCOUNT}")
        version, made_by = self._version, (self.cluster / "PG_VERSION").read_text().strip()
        if made_by != str(version):
            raise EmbeddedError(
                f"{self.cluster} was made by PostgreSQL {made_by}, but this is PostgreSQL {version}:"
                " dump it with its own version and load that into a new POPAGENT_DATA_DIR"
            )
        return Account(owner.st_uid, owner.st_gid) if is_root() else None

    def _make_cluster(self) -> None:
        """initdb beside the cluster's place, then a rename: a start cut short leaves none half made."""
        if self.cluster.is_dir() and any(self.cluster.iterdir()):
            raise EmbeddedError(f"{self.cluster} holds something that is no PostgreSQL cluster: move it away")
        for abandoned in self.data_dir.glob("postgresql.new-*"):
            shutil.rmtree(abandoned, ignore_errors=True)
        new = Path(tempfile.mkdtemp(prefix="postgresql.new-", dir=self.data_dir))
        self._programs.give(new)
        options = ["--username=postgres", "--auth-local=trust", "--auth-host=reject", "--data-checksums"]
        options += ["--encoding=UTF8", f"--locale={_LOCALE}", "--lc-messages=C"]
        if self._settings.get("fsync") == "off":
            options.append("--no-sync")
        with self._programs.named(new) as (name, fds):
            done = self._programs.run("initdb", *options, f"--pgdata={name}", fds=fds)
        if done.returncode:
            shutil.rmtree(new, ignore_errors=True)
            raise EmbeddedError(f"cannot create the database cluster: {_reason(done.stdout)}")
        new.rename(self.cluster)

    def _make_databases(self) -> None:
        provider = "locale_provider builtin builtin_locale 'C.UTF-8'" if self._version >= 17 else ""
        # pg_trgm follows LC_CTYPE even where the builtin provider sorts and folds.
        create = (
            f"create database {{}} owner {{}} template template0 encoding 'UTF8' {provider} lc_ctype {{}}"
        )
        with self._connect() as server:
            if not server.execute("select from pg_roles where rolname = %s", [ROLE]).rowcount:
                server.execute(sql.SQL("create role {} login createdb").format(sql.Identifier(ROLE)))
            for name in DATABASES:
                if not server.execute("select from pg_database where datname = %s", [name]).rowcount:
                    names = sql.Identifier(name), sql.Identifier(ROLE)
                    server.execute(sql.SQL(create + " lc_collate 'C'").format(*names, sql.Literal(_LOCALE)))
        # Not a trusted extension: the role could not make it. A server without it goes without.
        with self._connect(DATABASES[0]) as application:
            missing = (
                "select from pg_available_extensions where name = 'vector' and installed_version is null"
            )
            if application.execute(missing).rowcount:
                application.execute("create extension if not exists vector with schema public")

    @property
    def _version(self) -> int:
        return self._binaries.version if self._binaries else 0

    # The server

    def _bring_up(self) -> None:
        """Returns when a connection was made. A process number in a file proves nothing."""
        self._make_socket_folder()
        silent_since = time.monotonic()
        starts, said, told = 0, "", False
        while not self._answers():
            if not self._lives():
                if starts == 40 or (starts and _OTHERS_LEAVING not in said):
                    raise EmbeddedError(f"PostgreSQL does not start: {_reason(said)} (see {self.log})")
                time.sleep(0.5 if starts else 0)
                starts += 1
                said = self._start()
                continue
            if self._ping() == Ping.REJECT:
                silent_since = time.monotonic()
                if not told:
                    log.warning("PostgreSQL is recovering or stopping; waiting for it")
                    told = True
            elif time.monotonic() - silent_since > _SILENCE_S:
                raise EmbeddedError(f"a server runs on {self.cluster} but does not answer: stop it")
            time.sleep(0.05)

    def _start(self) -> str:
        """Starts the server and waits a while; what was logged meanwhile."""
        # Both name a process of a server that is gone, and another may have that number now.
        (self.cluster / "postmaster.pid").unlink(missing_ok=True)
        (self._sockets / f".s.PGSQL.{_PORT}.lock").unlink(missing_ok=True)
        self._left.unlink(missing_ok=True)
        if self.log.exists() and self.log.stat().st_size > _LARGE_LOG:
            self.log.replace(self.log.with_suffix(".log.1"))
        descriptor = os.open(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with self._programs.named(self.cluster) as (name, fds), open(descriptor, "ab") as output:
            before = os.fstat(descriptor).st_size
            arguments = ["start", "-s", "-w", "-t", "20", "-D", name, "-o", self._options(name)]
            self._programs.run("pg_ctl", *arguments, fds=fds, output=output)
        with self.log.open("rb") as written:
            written.seek(before)
            return written.read().decode(errors="replace")

    def _options(self, name: str) -> str:
        parameters = {
            "listen_addresses": "",
            "port": str(_PORT),
            "unix_socket_directories": name if self._sockets == self.cluster else str(self._sockets),
            "unix_socket_permissions": "0700",
            **self._settings,
        }
        return shlex.join(part for key, value in parameters.items() for part in ("-c", f"{key}={value}"))

    def _stop(self) -> None:
        if self._lives():
            with self._programs.named(self.cluster) as (name, fds):
                for mode in ("fast", "immediate"):
                    arguments = ["stop", "-s", "-w", "-t", "60", "-m", mode, "-D", name]
                    if self._programs.run("pg_ctl", *arguments, fds=fds).returncode == 0:
                        break
        self._left.unlink(missing_ok=True)
        if self._sockets != self.cluster:
            with suppress(OSError):
                self._sockets.rmdir()

    def _lives(self) -> bool:
        """Whether postmaster.pid names a server on this cluster: the number may be anyone's by now."""
        try:
            pid = int((self.cluster / "postmaster.pid").read_text().split("\n")[0])
        except (OSError, ValueError):
            return False
        return serves(pid, self.cluster)

    def _answers(self) -> bool:
        if self._ping() != Ping.OK:
            return False
        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def _ping(self) -> Ping:
        return Ping(PGconn.ping(self._conninfo.encode()))

    def _connect(self, database: str = "postgres") -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(self._conninfo, dbname=database, autocommit=True)

    # Where it is reached

    @property
    def _sockets(self) -> Path:
        """The cluster's folder, or one below /tmp where a socket's path cannot be so long or hold a comma."""
        path = os.fsencode(self.cluster / f".s.PGSQL.{_PORT}")
        if len(path) <= _LONGEST_SOCKET and b"," not in path:
            return self.cluster
        digest = hashlib.sha256(os.fsencode(self.cluster)).hexdigest()[:12]
        return Path("/", "tmp", f"popagent-{digest}")

    def _make_socket_folder(self) -> None:
        """A folder in a place where anyone may write is ours only if it looks as we make it."""
        folder = self._sockets
        if folder == self.cluster:
            return
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
            self._programs.give(folder)
        owner = self._programs.account.uid if self._programs.account else os.geteuid()
        found = folder.lstat()
        if folder.is_symlink() or not folder.is_dir() or found.st_uid != owner or found.st_mode & 0o077:
            raise EmbeddedError(f"{folder} is in the way: remove it or choose a shorter POPAGENT_DATA_DIR")

    @property
    def _conninfo(self) -> str:
        return make_conninfo(
            host=str(self._sockets), port=_PORT, user="postgres", dbname="postgres", connect_timeout=10
        )

    def _url(self, database: str) -> str:
        return f"postgresql://{ROLE}@/{database}?host={quote(str(self._sockets))}&port={_PORT}"


def _reason(said: str) -> str:
    """The lines that tell most: the last two complaints, else the last line."""
    lines = [re.sub(r"^[-0-9]+ [:.0-9]+ \S+ \[[0-9]+\] ", "", line).strip() for line in said.splitlines()]
    lines = [line for line in lines if line and not line.startswith("pg_ctl:")]
    complaints = [
        line for line in lines if re.search(r"FATAL:|PANIC:|[Ee]rror|invalid|unrecognized|could not", line)
    ]
    return "; ".join(complaints[-2:] or lines[-1:])
