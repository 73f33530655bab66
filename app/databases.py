"""The two databases that the settings choose: embedded ones, or those of DATABASE_URL."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import Conninfo

from app.binaries import OLDEST_VERSION
from app.embedded import Dsns, EmbeddedServer
from app.errors import Foreseen
from app.settings import Settings

CONNECT_TIMEOUT_S = 10

Connection = psycopg.Connection[tuple[Any, ...]]


class DatabaseError(Foreseen):
    """A database cannot be used."""


@contextmanager
def opened(settings: Settings, *, even_if_left: bool = False, leave: bool = False) -> Iterator[Dsns]:
    """Both databases, started where that is popagent's to do, and stopped by the last one out.

    Raises what EmbeddedServer.ensure() raises. `even_if_left` and `leave`: see EmbeddedServer.
    """
    chosen = given(settings)
    if chosen:
        yield chosen
        return
    server = EmbeddedServer(settings.data_dir)
    try:
        yield server.ensure()
    finally:
        if leave:
            server.leave()
        else:
            server.release(even_if_left=even_if_left)


def given(settings: Settings) -> Dsns | None:
    """The databases that DATABASE_URL and OBSERVABILITY_DATABASE_URL name, if they are set."""
    if settings.database_url is None or settings.observability_database_url is None:
        return None
    return Dsns(settings.database_url, settings.observability_database_url)


def ports(dsns: Dsns) -> set[int]:
    """The ports that the databases listen at."""
    found = (conninfo_to_dict(dsn).get("port") for dsn in (dsns.application, dsns.observability))
    return {int(port or 5432) for port in found}


def connect(dsn: str) -> Connection:
    """A connection that commits by itself. Raises psycopg.OperationalError."""
    return psycopg.connect(dsn, autocommit=True, connect_timeout=CONNECT_TIMEOUT_S)


def libpq_environment(dsn: str) -> dict[str, str]:
    """This environment with the connection in it, where no list of processes shows its password."""
    variables = {
        option.keyword.decode(): option.envvar.decode() for option in Conninfo.get_defaults() if option.envvar
    }
    environment = {name: value for name, value in os.environ.items() if name not in variables.values()}
    chosen = conninfo_to_dict(dsn)
    return environment | {variables[key]: str(value) for key, value in chosen.items() if key in variables}


def check(dsns: Dsns) -> None:
    """Refuses servers that do not answer or are too old, and one database in both places."""
    if _identity("DATABASE_URL", dsns.application) == _identity(
        "OBSERVABILITY_DATABASE_URL", dsns.observability
    ):
        raise DatabaseError("OBSERVABILITY_DATABASE_URL leads to the same database as DATABASE_URL")


def knows_all_scripts(database: Connection) -> bool:
    """Whether pg_trgm sees letters beyond ASCII; it follows the database's LC_CTYPE."""
    row = database.execute("select cardinality(show_trgm('日本語')) > 0").fetchone()
    return bool(row and row[0])


def _identity(name: str, dsn: str) -> tuple[Any, ...]:
    """What no two databases share, by whatever address they are reached."""
    try:
        with connect(dsn) as database:
            version = database.info.server_version // 10000
            found = database.execute("select pg_postmaster_start_time(), current_database()").fetchone()
    except psycopg.OperationalError as error:
        raise DatabaseError(f"{name} cannot be reached: {one_line(error)}") from error
    if version < OLDEST_VERSION:
        raise DatabaseError(f"{name} leads to PostgreSQL {version}, but {OLDEST_VERSION} or newer is needed")
    return found or ()


def one_line(error: BaseException) -> str:
    """The error's text on one line of at most 300 characters."""
    return " ".join(str(error).split())[:300]
