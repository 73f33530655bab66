"""`popagent doctor`: each part, whether it works, and cause and cure of what does not.

It changes nothing. A stopped embedded server whose data exist runs for the time of the checks.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, LiteralString

import psycopg
from psycopg.types.json import Jsonb

from app import databases, keyfile, schema
from app.embedded import Dsns, EmbeddedServer
from app.errors import Foreseen
from app.gateway import Gateway
from app.sandbox import Sandbox
from app.settings import DEFAULT_NINEROUTER_URL, Settings, SettingsError, is_loopback
from app.vault import Key

State = Literal["ok", "warn", "fail"]

_EXTENSIONS = ("pg_trgm", "unaccent")
_CLOCKS_MAY_DIFFER_S = 2


@dataclass(frozen=True)
class Check:
    """One line of the table; `cause` and `cure` where the state is not ok."""

    name: str
    state: State
    detail: str
    cause: str = ""
    cure: str = ""


def report(load: Callable[[], Settings]) -> int:
    """Prints the table; 1 when something that popagent needs is broken, else 0."""
    broken = False
    for check in _checks(load):
        print(f"{check.state:<5} {check.name:<24} {check.detail}", flush=True)
        for label, text in (("cause", check.cause), ("cure", check.cure)):
            if text:
                print(f"{'':<30} {label}: {text}", flush=True)
        broken = broken or check.state == "fail"
    return int(broken)


def _checks(load: Callable[[], Settings]) -> Iterator[Check]:
    try:
        settings = load()
    except SettingsError as error:
        yield Check(
            "settings", "fail", str(error), "a malformed value", "correct it in the environment or in .env"
        )
        return
    yield Check("settings", "ok", "read from the environment and .env")
    yield from _databases(settings)
    yield asyncio.run(_gateway(settings))
    yield asyncio.run(_sandbox())
    yield _door(settings)


def _databases(settings: Settings) -> Iterator[Check]:
    chosen = databases.given(settings)
    if chosen:
        yield from _both(chosen, settings)
        return
    server = EmbeddedServer(settings.data_dir)
    yield _data_folder(settings)
    if not server.exists():
        return
    try:
        dsns = server.ensure()
    except (Foreseen, OSError) as error:
        yield Check(
            "embedded server", "fail", databases.one_line(error), "it cannot be started", "see the message"
        )
    else:
        yield Check("embedded server", "ok", f"log: {server.log}")
        yield from _both(dsns, settings)
    finally:
        server.release()


def _data_folder(settings: Settings) -> Check:
    folder = settings.data_dir
    if not folder.exists():
        nothing = "popagent was not started here yet"
        return Check("data folder", "warn", str(folder), nothing, "make run, or popagent serve")
    if not os.access(folder, os.W_OK | os.X_OK):
        cure = "make it writable for this user, or set POPAGENT_DATA_DIR"
        return Check("data folder", "fail", str(folder), "it is not writable", cure)
    return Check("data folder", "ok", str(folder))


def _both(dsns: Dsns, settings: Settings) -> Iterator[Check]:
    yield from _database("application", "app", "DATABASE_URL", dsns.application, settings)
    yield from _database(
        "observability", "observability", "OBSERVABILITY_DATABASE_URL", dsns.observability, settings
    )
    try:
        databases.check(dsns)
    except databases.DatabaseError as error:
        yield Check(
            "two databases", "fail", str(error), "see above", "set both to databases that answer and differ"
        )


def _database(name: str, kind: str, variable: str, dsn: str, settings: Settings) -> Iterator[Check]:
    try:
        with databases.connect(dsn) as database:
            version = database.info.server_version
            yield Check(f"{name} database", "ok", f"PostgreSQL {version // 10000}.{version % 10000}")
            state = schema.state(kind, dsn)
            yield _schema(name, state)
            if kind == "app":
                yield _extensions(database, state)
                if state == "current":
                    yield _configuration(dsn)
                    yield _secrets(database, settings)
                yield _clock(database)
    except psycopg.Error as error:
        cure = f"start it, or correct {variable}"
        yield Check(f"{name} database", "fail", "cannot be used", databases.one_line(error), cure)


def _schema(name: str, state: str) -> Check:
    if state == "newer":
        cure = "run that release, or restore a backup made before it"
        return Check(f"{name} schema", "fail", state, "a newer release of popagent used it", cure)
    if state != "current":
        cure = "popagent migrate; the next serve does it too"
        return Check(f"{name} schema", "warn", state, "it was not migrated to this release", cure)
    return Check(f"{name} schema", "ok", state)


def _extensions(database: databases.Connection, state: str) -> Check:
    """pg_trgm must also see letters beyond ASCII, which a database with LC_CTYPE C does not."""
    name = "text search"
    missing = _absent(database, "select name from pg_available_extensions where name = any (%s)")
    if missing:
        cure = "install the contrib package of that PostgreSQL"
        return Check(name, "fail", ", ".join(missing), "the server has no such extension", cure)
    missing = _absent(database, "select extname from pg_extension where extname = any (%s)")
    if missing:
        severity: State = "warn" if state == "empty" else "fail"
        return Check(
            name, severity, ", ".join(missing), "the extension is not created yet", "popagent migrate"
        )
    if not databases.knows_all_scripts(database):
        cause = "LC_CTYPE of the database is C, so that only ASCII counts as letters"
        cure = "create it anew with lc_ctype 'C.UTF-8' and load a dump of the old one"
        return Check(name, "fail", "memories in other scripts are not found", cause, cure)
    return Check(name, "ok", f"{', '.join(_EXTENSIONS)}, all scripts")


def _configuration(dsn: str) -> Check:
    missing = schema.missing_configuration(dsn)
    if missing:
        cause = "a row that popagent makes only once was deleted"
        return Check("configuration", "fail", ", ".join(missing), cause, "restore the row from a backup")
    return Check("configuration", "ok", "all settings and agents are there")


def _absent(database: databases.Connection, query: LiteralString) -> list[str]:
    found = {row[0] for row in database.execute(query, [list(_EXTENSIONS)])}
    return [name for name in _EXTENSIONS if name not in found]


def _clock(database: databases.Connection) -> Check:
    before = time.time()
    row = database.execute("select extract(epoch from clock_timestamp())::double precision").fetchone()
    away = (row[0] if row else 0.0) - (before + time.time()) / 2
    if abs(away) > _CLOCKS_MAY_DIFFER_S:
        cure = "let both machines set their clocks by NTP"
        return Check(
            "clock", "warn", f"{away:+.1f} s", "the database's clock differs from this machine's", cure
        )
    return Check("clock", "ok", f"{away:+.3f} s from the database's")


async def _gateway(settings: Settings) -> Check:
    gateway = Gateway(settings)
    try:
        await gateway.start()
        if gateway.is_demo:
            cause = f"NINEROUTER_URL is not set and nothing answers at {DEFAULT_NINEROUTER_URL}"
            return Check(
                "gateway", "warn", "the demo model", cause, "set NINEROUTER_URL to connect a real one"
            )
        found = await gateway.catalogue(fresh=True)
        where = gateway.url_for_people
    finally:
        await gateway.close()
    if found.warning:
        cure = "start the gateway, or correct NINEROUTER_URL and NINEROUTER_API_KEY"
        return Check("gateway", "fail" if not found.complete else "warn", where, found.warning, cure)
    return Check("gateway", "ok", f"{len(found.models)} models at {where}")


def _secrets(database: databases.Connection, settings: Settings) -> Check:
    name, cure = "secret key", "set it to what `openssl rand -base64 32` prints, and keep a copy"
    try:
        keys = keyfile.with_key(settings).secret_keys
    except keyfile.KeyFileError as error:
        return Check(name, "warn", "secrets are off", str(error), "restore the file from a backup")
    if not keys:
        return Check(name, "warn", "secrets cannot be stored", "POPAGENT_SECRET_KEY is not set", cure)
    row = database.execute(
        "select secret.fits_keys(%s)", [Jsonb([Key(data).known for data in keys])]
    ).fetchone()
    if row != ("ready",):
        cause = "what is stored was encrypted with another key"
        cure = "set the key it was stored with, also as POPAGENT_SECRET_KEY_PREVIOUS, or delete the secrets"
        return Check(name, "warn", "secrets are off", cause, cure)
    return Check(name, "ok", "fits what is stored")


async def _sandbox() -> Check:
    trouble = await Sandbox().trouble()
    if trouble:
        said, _, cure = trouble.partition("; ")
        return Check("sandbox", "warn", "hooks that are commands cannot run", said, cure)
    return Check("sandbox", "ok", "it holds")


def _door(settings: Settings) -> Check:
    where = "this machine only" if is_loopback(settings.host) else f"other machines too ({settings.host})"
    return Check("access", "ok", f"{where}, {'with' if settings.api_key else 'without'} an API key")
