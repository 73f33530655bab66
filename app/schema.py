"""The schema of both databases: migrations run once, code schemas dropped and loaded anew.

`sql/<database>/migrations` holds tables (yoyo); each other directory is a code schema, one
function a file. What was loaded is noted in the comment of one code schema: last migration,
release and a hash of the files. An equal hash means nothing is to be done.
"""

import hashlib
import json
import re
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, LiteralString
from urllib.parse import urlencode

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from yoyo import get_backend, read_migrations

from app import __version__
from app.errors import Foreseen

SQL = Path(__file__).resolve().parent.parent / "sql"

#: Code schemas of each database in loading order; a room may call those before it.
ROOMS = {
    "app": (
        "settings", "door", "text", "job", "workspace", "secret", "memory",
        "thread", "session", "agent", "execution", "hook", "task", "notice", "data",
    ),
    "observability": ("signal",),
}  # fmt: skip

#: Whose comment holds what was loaded. Earlier releases look there too: it never moves.
_STAMPED = {"app": "task", "observability": "signal"}

Connection = psycopg.Connection[tuple[Any, ...]]


class SchemaError(Foreseen):
    """The database cannot be used with this release, or a migration would have lost data."""


@dataclass(frozen=True)
class Stamp:
    """What is loaded: name of the last migration, release, hash of the files."""

    migration: str
    release: str
    hash: str


#: Before the name of a code schema while the one that takes its place is loaded.
_OLD = "old_"


def migrate(application_dsn: str, observability_dsn: str) -> None:
    """Bring both databases to this release; processes that start together wait for the one that does it.

    Raises SchemaError when a database is newer than this release or something depends on a code
    schema that must be dropped; psycopg.Error when a database does not answer.
    """
    _migrate("app", application_dsn)
    _migrate("observability", observability_dsn)


def state(database: str, dsn: str) -> str:
    """Return `current`, `older`, `newer` or `empty` for one database (`app` or `observability`)."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        return _state(_stored(connection, database), _wanted(database))


def check_configuration(application_dsn: str) -> None:
    """Refuse to work without rows that were seeded once and are gone: nothing stands in for them.

    Raises SchemaError that names them; psycopg.Error when the database does not answer.
    """
    names = missing_configuration(application_dsn)
    if names:
        raise SchemaError(
            f"the configuration is incomplete: nothing is stored in {', '.join(names)}. "
            "popagent makes such a row only once: restore it from a backup"
        )


def missing_configuration(application_dsn: str) -> list[str]:
    """Return the settings, and the agents by table and id, that were seeded once and are gone."""
    with psycopg.connect(application_dsn, autocommit=True) as connection:
        return [row[0] for row in connection.execute("select name from agent.missing()").fetchall()]


def _migrate(database: str, dsn: str) -> None:
    wanted = _wanted(database)
    dsn = _patient(dsn)
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("set client_min_messages = warning")
        # A session lock: the server frees it when this process dies in the middle.
        connection.execute("select pg_advisory_lock(hashtextextended('popagent.migrate', 0))")
        stored = _stored(connection, database)
        found = _state(stored, wanted)
        if found == "newer":
            assert stored is not None
            raise SchemaError(
                f"the {database} database was last used by popagent {stored.release} (migration {stored.migration}), "
                f"which is newer than this release {__version__} (migration {wanted.migration}): "
                "start that release, or restore a backup made before it ran"
            )
        if found == "current":
            return
        _refuse_dependants(connection, database)
        if stored is None or not stored.hash or _has_pending(connection, database):
            _clear(connection, database, replace(wanted, hash=""))
            _run_migrations(database, dsn)
        before = _inventory(connection)
        with connection.transaction():
            _load(connection, database, wanted)
            lost = before - _inventory(connection)
            if lost:
                raise SchemaError(
                    f"loading would have removed {', '.join(sorted(lost)[:5])}; nothing was changed"
                )


def _wanted(database: str) -> Stamp:
    digest = hashlib.sha256()
    for file in sorted((SQL / database).rglob("*.sql")):
        digest.update(file.relative_to(SQL).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return Stamp(_migration_names(database)[-1], __version__, digest.hexdigest())


def _migration_names(database: str) -> list[str]:
    return sorted(file.stem for file in (SQL / database / "migrations").glob("*.sql"))


def _state(stored: Stamp | None, wanted: Stamp) -> str:
    if stored is None:
        return "empty"
    if _release(stored.release) > _release(wanted.release) or stored.migration > wanted.migration:
        return "newer"
    return "current" if stored.hash == wanted.hash else "older"


def _release(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])


def _stored(connection: Connection, database: str) -> Stamp | None:
    row = connection.execute(
        "select obj_description(oid, 'pg_namespace') from pg_namespace where nspname = %s",
        (_STAMPED[database],),
    ).fetchone()
    try:
        return Stamp(**json.loads(row[0])) if row and row[0] else None
    except (TypeError, ValueError):
        return None  # a comment of someone else's


def _patient(dsn: str) -> str:
    """The connection string, with which a server process ends when its client was killed."""
    options = conninfo_to_dict(dsn).get("options") or ""
    return make_conninfo(dsn, options=f"{options} -c client_connection_check_interval=1s".strip())


def _clear(connection: Connection, database: str, stamp: Stamp) -> None:
    """Drop the code schemas, and leave a stamp that says what is under way should this process be killed."""
    with connection.transaction():
        for room in reversed(ROOMS[database]):
            connection.execute(_q(f"drop schema if exists {room} cascade"))
        connection.execute(_q(f"create schema {_STAMPED[database]}"))
        _put_stamp(connection, database, stamp)


def _has_pending(connection: Connection, database: str) -> bool:
    """Whether a migration has not run; its number may be below those that have, as branches number side by side."""
    done = {row[0] for row in connection.execute("select migration_id from _yoyo_migration").fetchall()}
    return not done.issuperset(_migration_names(database))


def _run_migrations(database: str, dsn: str) -> None:
    # All of it as parameters: yoyo reads fewer forms of an address than the server's library does.
    uri = f"postgresql+psycopg:///?{urlencode(conninfo_to_dict(dsn))}"
    with get_backend(uri) as backend:
        # Its own lock is a row that a killed migrator leaves behind; the advisory lock is the real one.
        backend.break_lock()
        for migration in backend.to_apply(read_migrations(str(SQL / database / "migrations"))):
            # Its own way marks a migration after its commit: one killed in between would run twice.
            with backend.transaction():
                _execute_file(backend.connection, Path(migration.path))
                backend.mark_one(migration, log=False)


def _load(connection: Connection, database: str, stamp: Stamp) -> None:
    """Load the code schemas anew, in the caller's transaction: until it commits, everyone works with the old ones.

    Triggers lock their tables, for readers too; the old ones go and the new ones come last, when all else is done.
    """
    connection.execute("set local check_function_bodies = off")
    rooms = ROOMS[database]
    for room in rooms:
        if connection.execute("select to_regnamespace(%s)", (room,)).fetchone() != (None,):
            connection.execute(_q(f"alter schema {room} rename to {_OLD}{room}"))
        connection.execute(_q(f"create schema {room}"))
    folders = [SQL / database / room for room in rooms]
    for folder in folders:
        for file in sorted(folder.glob("*.sql")):
            if file.name not in ("views.sql", "triggers.sql"):
                _load_function(connection, file)
    _load_all(connection, folders, "views.sql")
    _validate(connection, database)
    _lock_triggered(connection, rooms)
    for room in rooms:
        connection.execute(_q(f"drop schema if exists {_OLD}{room} cascade"))
    _load_all(connection, folders, "triggers.sql")
    _rebuild_if_asked(connection)
    _put_stamp(connection, database, stamp)


def _lock_triggered(connection: Connection, rooms: Sequence[str]) -> None:
    """Lock the tables whose triggers are to go, all or none of them.

    Waiting for one while holding another would be a deadlock with whoever does the same the other way round.
    """
    tables = connection.execute(
        "select distinct t.tgrelid::regclass::text from pg_trigger t join pg_proc p on p.oid = t.tgfoid"
        " join pg_namespace n on n.oid = p.pronamespace where n.nspname = any (%s) order by 1",
        ([f"{_OLD}{room}" for room in rooms],),
    ).fetchall()
    if not tables:
        return
    names = ", ".join(row[0] for row in tables)
    connection.execute("set local lock_timeout = '50ms'")
    while True:
        try:
            with connection.transaction():
                connection.execute(_q(f"lock table {names} in access exclusive mode"))
            break
        except psycopg.errors.LockNotAvailable:
            time.sleep(0.05)
    connection.execute("set local lock_timeout = 0")


def _load_all(connection: Connection, folders: list[Path], name: str) -> None:
    for folder in folders:
        if (folder / name).exists():
            _execute_file(connection, folder / name)


def _put_stamp(connection: Connection, database: str, stamp: Stamp) -> None:
    connection.execute(_q(f"comment on schema {_STAMPED[database]} is {_literal(json.dumps(asdict(stamp)))}"))


def _load_function(connection: Connection, file: Path) -> None:
    _execute_file(connection, file)
    name = f"{file.parent.name}.{file.stem}"
    row = connection.execute(
        "select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace"
        " where n.nspname = %s and p.proname = %s",
        (file.parent.name, file.stem),
    ).fetchall()
    if len(row) != 1:
        raise SchemaError(f"{file.relative_to(SQL)} must create exactly one function called {name}")
    comment = " ".join(
        re.findall(r"^-- ?(.*)$", file.read_text(encoding="utf-8").split("\ncreate", 1)[0], re.M)
    )
    connection.execute(_q(f"comment on function {row[0][0]} is {_literal(comment)}"))


def _execute_file(connection: Connection, file: Path) -> None:
    _execute(connection, file.read_text(encoding="utf-8"), file.relative_to(SQL).as_posix())


def _execute(connection: Connection, statements: str, file: str) -> None:
    try:
        connection.execute(_q(statements))
    except psycopg.Error as error:
        raise SchemaError(f"{file}: {error}") from error


def _validate(connection: Connection, database: str) -> None:
    """Check every body now that all functions exist; they were created unchecked, in any order."""
    connection.execute("set local check_function_bodies = on")
    for definition, room, name in connection.execute(
        "select pg_get_functiondef(p.oid), n.nspname, p.proname"
        " from pg_proc p join pg_namespace n on n.oid = p.pronamespace"
        " where n.nspname = any (%s) and p.prokind = 'f'",
        (list(ROOMS[database]),),
    ).fetchall():
        _execute(connection, definition, f"{database}/{room}/{name}.sql")


def _rebuild_if_asked(connection: Connection) -> None:
    """Triggers were gone while data migrations ran; a room that keeps an index catches up here."""
    row = connection.execute("select to_regprocedure('memory.catch_up()')").fetchone()
    if row and row[0]:
        connection.execute("select memory.catch_up()")


def _refuse_dependants(connection: Connection, database: str) -> None:
    """Dropping a code schema would take along what depends on it or is stored in it, with only a notice."""
    rows = connection.execute(
        """
        with code as (
            select p.oid, 'pg_proc'::regclass as class
            from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any (%(rooms)s)
            union all
            select c.oid, 'pg_class'::regclass
            from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any (%(rooms)s)
            union all
            select t.oid, 'pg_type'::regclass
            from pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname = any (%(rooms)s)
        )
        select distinct pg_describe_object(d.classid, d.objid, d.objsubid)
        from pg_depend d
        join code c on c.oid = d.refobjid and c.class = d.refclassid
        where d.deptype in ('n', 'a')
        and d.classid <> 'pg_trigger'::regclass
        and not exists (select from code i where i.oid = d.objid and i.class = d.classid)
        and not exists (
            select from pg_rewrite r join code i on i.oid = r.ev_class and i.class = 'pg_class'::regclass
            where d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
        )
        and not exists (
            select from pg_attrdef a join code i on i.oid = a.adrelid and i.class = 'pg_class'::regclass
            where d.classid = 'pg_attrdef'::regclass and a.oid = d.objid
        )
        union
        select pg_describe_object('pg_class'::regclass, c.oid, 0)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = any (%(rooms)s) and c.relkind in ('r', 'p', 'f', 'm', 'S')
        """,
        {"rooms": list(ROOMS[database])},
    ).fetchall()
    if rows:
        raise SchemaError(
            "these would be lost when the code schemas are loaded anew, so nothing was changed: "
            + ", ".join(sorted(row[0] for row in rows)[:5])
        )


def _inventory(connection: Connection) -> set[str]:
    """Tables, columns and constraints outside the code schemas, by name."""
    return {
        row[0]
        for row in connection.execute(
            """
            select format('column %s.%s', a.attrelid::regclass, a.attname)
            from pg_attribute a join pg_class c on c.oid = a.attrelid
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
            and a.attnum > 0 and not a.attisdropped
            union all
            select format('constraint %s on %s', k.conname, k.conrelid::regclass)
            from pg_constraint k
            where k.connamespace = 'public'::regnamespace and k.contype <> 't' and k.conrelid <> 0
            """
        ).fetchall()
    }


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _q(statement: str) -> LiteralString:
    """Our own files and catalogue names: trusted text, not input."""
    return statement
