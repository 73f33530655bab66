"""Migrating: what is run once, what is loaded anew, what is refused, and what survives an interruption."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from app import schema
from app.binaries import binaries
from app.embedded import Dsns
from tests.support import Cluster

ROOT = Path(__file__).parents[2]
MIGRATE = """
import sys
from pathlib import Path
from app import schema
schema.SQL = Path(sys.argv[1])
schema.migrate(sys.argv[2], sys.argv[3])
"""

EXTRA = "create table popagent_extra (id integer);\n"
WAITERS = "select count(*) from pg_locks where locktype = 'advisory' and objid = 42 and not granted"


@dataclass
class Tree:
    """A copy of `sql/` that a test may change; `schema` reads it instead."""

    root: Path

    def write(self, name: str, text: str) -> None:
        file = self.root / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def remove(self, name: str) -> None:
        (self.root / name).unlink()


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    copy = tmp_path / "sql"
    shutil.copytree(schema.SQL, copy)
    monkeypatch.setattr(schema, "SQL", copy)
    return Tree(copy)


@pytest.fixture
def empty(cluster: Cluster) -> Iterator[Dsns]:
    with cluster.empty_database() as application, cluster.empty_database() as observability:
        yield Dsns(application, observability)


def migrate(dsns: Dsns) -> None:
    schema.migrate(dsns.application, dsns.observability)


def states(dsns: Dsns) -> tuple[str, str]:
    return schema.state("app", dsns.application), schema.state("observability", dsns.observability)


def ask(dsns: Dsns, query: LiteralString, *arguments: Any) -> Any:
    """The first value of the first row."""
    with psycopg.connect(dsns.application, autocommit=True) as connection:
        row = connection.execute(query, arguments or None).fetchone()
        return row and row[0]


def change(dsns: Dsns, statement: LiteralString) -> None:
    with psycopg.connect(dsns.application, autocommit=True) as connection:
        connection.execute(statement)


def oids(dsns: Dsns) -> Any:
    """What is different after every load."""
    return ask(
        dsns,
        "select array_agg(p.oid order by p.oid) from pg_proc p"
        " where p.pronamespace in ('session'::regnamespace, 'execution'::regnamespace)",
    )


def dump(dsn: str, version: int) -> list[str]:
    """The whole schema as pg_dump writes it, comments and stamps too."""
    done = subprocess.run(
        [binaries(version).program("pg_dump"), "--schema-only", "--no-owner", f"--dbname={dsn}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in done.stdout.splitlines() if not line.startswith(("\\restrict", "\\unrestrict"))]


# What a migration brings about


def test_the_first_run_makes_everything_and_the_second_nothing(each_cluster: Cluster) -> None:
    with each_cluster.empty_database() as application, each_cluster.empty_database() as observability:
        dsns = Dsns(application, observability)
        assert states(dsns) == ("empty", "empty")
        migrate(dsns)
        assert states(dsns) == ("current", "current")
        assert ask(dsns, "select default_model from settings.agent_runtime()") == ""
        loaded = oids(dsns)
        migrate(dsns)
        assert oids(dsns) == loaded


def test_both_ways_of_building_end_the_same(each_cluster: Cluster, tree: Tree, tmp_path: Path) -> None:
    version = version_of(each_cluster)
    names = sorted(path.stem for path in (tree.root / "app/migrations").glob("*.sql"))
    with each_cluster.empty_database() as at_once, each_cluster.empty_database() as observability:
        migrate(Dsns(at_once, observability))
        wanted = dump(at_once, version)
        for last in (names[0], names[len(names) // 2]):
            with each_cluster.empty_database() as step_by_step:
                schema.SQL = older_release(tree, tmp_path / last, last)
                migrate(Dsns(step_by_step, observability))
                schema.SQL = tree.root
                migrate(Dsns(step_by_step, observability))
                assert dump(step_by_step, version) == wanted
        with each_cluster.empty_database() as reloaded:
            tree.edit("app/session/lock.sql", "Locks", "Once locked")
            migrate(Dsns(reloaded, observability))
            tree.edit("app/session/lock.sql", "Once locked", "Locks")
            migrate(Dsns(reloaded, observability))
            assert dump(reloaded, version) == wanted


def version_of(cluster: Cluster) -> int:
    with cluster.empty_database() as dsn, psycopg.connect(dsn) as connection:
        return connection.info.server_version // 10000


def older_release(tree: Tree, folder: Path, last: str) -> Path:
    """A tree as it was when `last` was the newest migration: no function needed a later table."""
    for path in (tree.root / "app/migrations").glob("*.sql"):
        if path.stem <= last:
            target = folder / "app/migrations" / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    shutil.copytree(tree.root / "observability", folder / "observability")
    return folder


def test_a_changed_function_is_loaded_anew_and_a_removed_one_goes(dsns: Dsns, tree: Tree) -> None:
    tree.edit("app/session/title_from.sql", "<= 60", "<= 3")
    tree.edit("app/session/title_from.sql", "59", "2")
    tree.write(
        "app/task/greet.sql",
        "-- Says hello.\n-- It is polite.\n"
        "create function task.greet() returns text language sql as $$ select 'hello' $$;\n",
    )
    assert schema.state("app", dsns.application) == "older"
    migrate(dsns)
    assert schema.state("app", dsns.application) == "current"
    assert ask(dsns, "select session.title_from('long title')") == "lo…"
    assert ask(dsns, "select task.greet()") == "hello"
    assert ask(dsns, "select obj_description('task.greet'::regproc)") == "Says hello. It is polite."

    tree.remove("app/task/greet.sql")
    migrate(dsns)
    assert ask(dsns, "select to_regproc('task.greet')::text") is None


def test_a_new_migration_runs_once_and_what_is_stored_stays(dsns: Dsns, tree: Tree) -> None:
    change(dsns, "select session.open('s', 'Kept', null)")
    tree.write("app/migrations/0099_extra.sql", f"{EXTRA}insert into popagent_extra values (1);\n")
    tree.write(
        "app/task/extra.sql",
        "-- Extra.\ncreate function task.extra() returns bigint language sql"
        " as $$ select count(*) from public.popagent_extra $$;\n",
    )
    migrate(dsns)
    migrate(dsns)
    assert ask(dsns, "select task.extra()") == 1
    assert ask(dsns, "select title from popagent_sessions") == "Kept"


def test_a_migration_numbered_below_those_that_ran_is_run_all_the_same(dsns: Dsns, tree: Tree) -> None:
    tree.write("app/migrations/0009_extra.sql", EXTRA)
    tree.write(
        "app/task/extra.sql",
        "-- Extra.\ncreate function task.extra() returns bigint language sql"
        " as $$ select count(*) from public.popagent_extra $$;\n",
    )
    assert states(dsns) == ("older", "current")
    migrate(dsns)
    assert ask(dsns, "select task.extra()") == 0
    assert states(dsns) == ("current", "current")


def test_seeds_come_once_whatever_their_owner_did_with_them(dsns: Dsns, tree: Tree) -> None:
    change(dsns, "delete from popagent_agent_runtime_settings")
    change(dsns, "update popagent_agents set instructions = 'Mine.'")
    change(dsns, "update popagent_agent_workspaces set name = 'Mine'")
    for path in sorted((tree.root / "app/migrations").glob("*_seed_*.sql")):
        shutil.copy(path, path.with_name(f"0099{path.name[4:]}"))
    migrate(dsns)
    assert ask(dsns, "select count(*) from _yoyo_migration where migration_id like '0099%'") >= 3
    assert ask(dsns, "select count(*) from popagent_agent_runtime_settings") == 0
    assert ask(dsns, "select array_agg(instructions) from popagent_agents") == ["Mine."] * 4
    assert ask(dsns, "select array_agg(name) from popagent_agent_workspaces") == ["Mine"]

    change(dsns, "delete from popagent_agents")
    change(dsns, "delete from popagent_agent_workspaces")
    for path in (tree.root / "app/migrations").glob("0099_*.sql"):
        path.rename(path.with_name(f"0100{path.name[4:]}"))
    migrate(dsns)
    assert ask(dsns, "select count(*) from popagent_agents") == 0
    assert ask(dsns, "select count(*) from popagent_agent_workspaces") == 0


def test_guidance_that_is_there_before_its_seed_is_kept(empty: Dsns, tree: Tree) -> None:
    tree.write(
        "app/migrations/0007_own.sql",
        "insert into popagent_agents values ('popagent', 'p', 'd', 'Own words.', 'https://example.org',"
        " 'none', 'none', false, '{}', 1, now(), now());\n",
    )
    tree.write(
        "app/migrations/0029_own.sql",
        "insert into popagent_agents values ('reviewer', 'r', 'd', 'My critic.', 'https://example.org',"
        " 'none', 'none', false, '{}', 1, now(), now());\n",
    )
    migrate(empty)
    kept = "select jsonb_object_agg(id, instructions) from popagent_agents where source_url = 'https://example.org'"
    assert ask(empty, kept) == {"popagent": "Own words.", "reviewer": "My critic."}
    assert ask(empty, "select array_agg(r.id) from agent.roster() r") == [
        "popagent",
        "researcher",
        "implementer",
        "reviewer",
    ]
    marks = "select array_agg(id order by id) from popagent_data_migrations where id like 'agent%-1'"
    assert {"agent-popagent-1", "agents-1"} <= set(ask(empty, marks))


def test_the_supervisors_role_is_renewed_only_where_its_owner_left_it(
    empty: Dsns, dsns: Dsns, tree: Tree
) -> None:
    renewed = "select instructions like '%# Specialists%' from popagent_agents where id = 'popagent'"
    source = "select source_url from popagent_agents where id = 'popagent'"
    assert ask(dsns, renewed)
    assert ask(dsns, source).endswith("/specialized/agents-orchestrator.md")
    tree.write(
        "app/migrations/0029_own.sql",
        "update popagent_agents set instructions = instructions || ' Be brief.', tools = '{}';\n",
    )
    migrate(empty)
    assert not ask(empty, renewed)
    assert ask(empty, source) == "https://github.com/msitarzewski/agency-agents"
    edited = (
        "select right(instructions, 9) || tools::text || revision from popagent_agents where id = 'popagent'"
    )
    assert ask(empty, edited) == "Be brief.{}1"


def test_other_edits_of_the_supervisor_outlive_its_new_role(empty: Dsns, tree: Tree) -> None:
    tree.write("app/migrations/0029_own.sql", "update popagent_agents set name = 'Pat', tools = '{}';\n")
    migrate(empty)
    edited = "select name || tools::text || (instructions like '%# Specialists%') from agent.load('popagent')"
    assert ask(empty, edited) == "Pat{}true"


def test_memories_of_a_data_migration_are_found(dsns: Dsns, tree: Tree) -> None:
    tree.write(
        "app/migrations/0099_memory.sql",
        "insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at)"
        " values ('popagent-user', 'fact', 'Grows quinces.', 0.5, now(), now());\n",
    )
    migrate(dsns)
    assert ask(dsns, "select content from memory.recall('popagent-user', 'quinces')") == "Grows quinces."


@pytest.mark.parametrize("form", ["url", "words", "encoded"])
def test_every_form_of_a_connection_string_serves(cluster: Cluster, form: str) -> None:
    with cluster.empty_database() as application, cluster.empty_database() as observability:
        parts = psycopg.conninfo.conninfo_to_dict(application)
        forms = {
            "url": f"postgresql://{parts['user']}@/{parts['dbname']}?host={parts['host']}&port={parts['port']}",
            "words": application,
            "encoded": (
                f"postgres://{parts['user']}:p%40ss%2Fw%25rd@:{parts['port']}/%{ord(str(parts['dbname'])[0]):x}{str(parts['dbname'])[1:]}"
                f"?host={parts['host']}&application_name=a%20b&options=-c%20work_mem%3D5MB"
            ),
        }
        schema.migrate(forms[form], observability)
        assert schema.state("app", forms[form]) == "current"


# What is refused


@pytest.mark.parametrize(
    ("release", "migration"),
    [("99.1.2", "0001_foundation"), (None, "9999_from_the_future"), ("99.1.2", "9999_x")],
)
def test_a_newer_database_is_refused_by_name_and_left_alone(
    dsns: Dsns, tree: Tree, release: str | None, migration: str
) -> None:
    named = release or schema.__version__
    stamp = f'{{"migration": "{migration}", "release": "{named}", "hash": "x"}}'
    with psycopg.connect(dsns.application, autocommit=True) as connection:
        connection.execute(psycopg.sql.SQL("comment on schema task is {}").format(stamp))
    loaded = oids(dsns)
    tree.write("app/migrations/0099_extra.sql", EXTRA)
    assert schema.state("app", dsns.application) == "newer"
    with pytest.raises(schema.SchemaError) as refused:
        migrate(dsns)
    assert named in str(refused.value)
    assert migration in str(refused.value)
    assert schema.__version__ in str(refused.value)
    assert oids(dsns) == loaded
    assert ask(dsns, "select to_regclass('popagent_extra')") is None


VIEW = "view public.mine as select session.title_from('a') as title"


@pytest.mark.parametrize(
    ("dependant", "named"),
    [
        (f"create {VIEW}", "view mine"),
        (f"create materialized {VIEW}", "view mine"),
        ("create view public.mine as select * from memory.facts", "view mine"),
        (
            "create table mine (a text, b text generated always as (session.title_from(a)) stored)",
            "column b of table mine",
        ),
        ("create table mine (a text default session.title_from('a'))", "column a of table mine"),
        (
            "create table mine (a text constraint c check (session.title_from(a) = a))",
            "constraint c on table mine",
        ),
        ("create table mine (a text); create index i on mine (session.title_from(a))", "index i"),
        ("create table mine (a memory.facts)", "column a of table mine"),
        ("create table mine (a text) partition by list (session.title_from(a))", "table mine"),
        (
            "create table mine (a text); create policy p on mine using (session.title_from(a) = a)",
            "policy p on table mine",
        ),
        ("create table task.mine (a text)", "table task.mine"),
        ("create sequence hook.mine", "sequence hook.mine"),
    ],
    ids=lambda value: value if len(value) < 30 else "",
)
def test_what_would_be_lost_is_named_and_nothing_is_changed(
    dsns: Dsns, tree: Tree, dependant: LiteralString, named: str
) -> None:
    change(dsns, dependant)
    loaded = oids(dsns)
    tree.edit("app/session/lock.sql", "Locks", "Once locked")
    tree.write("app/migrations/0099_extra.sql", EXTRA)
    with pytest.raises(schema.SchemaError, match="nothing was changed") as refused:
        migrate(dsns)
    assert named in str(refused.value)
    assert oids(dsns) == loaded
    assert ask(dsns, "select to_regclass('popagent_extra')") is None
    assert ask(dsns, "select count(*) from pg_class where relname = 'mine'") == 1


def test_a_database_whose_schemas_hold_tables_of_others_is_not_touched(empty: Dsns) -> None:
    change(empty, "create schema memory; create table memory.games (id integer)")
    with pytest.raises(schema.SchemaError, match=r"table memory\.games"):
        migrate(empty)
    assert ask(empty, "select to_regclass('popagent_sessions')") is None
    assert ask(empty, "select count(*) from memory.games") == 0


def test_an_owners_comment_on_a_code_schema_is_no_fault(dsns: Dsns, tree: Tree) -> None:
    change(dsns, "comment on schema task is 'my tasks'")
    migrate(dsns)
    assert schema.state("app", dsns.application) == "current"


# What fails


BROKEN = "-- Broken.\ncreate function task.broken() returns text language "


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("app/task/broken.sql", f"{BROKEN} sql as $$ select nothing_such $$;\n"),
        ("app/task/broken.sql", f"{BROKEN} plpgsql as $$ begin retrun; end $$;\n"),
        ("app/task/broken.sql", f"{BROKEN} sql as $$ select '' $$;\n".replace("task.broken", "task.other")),
        ("app/task/broken.sql", "creat function"),
        ("app/task/views.sql", "create view task.broken as select * from public.nowhere;\n"),
    ],
    ids=["unknown name", "body", "other name", "syntax", "view"],
)
def test_a_file_that_fails_is_named_and_the_old_schema_stays(
    dsns: Dsns, tree: Tree, name: str, text: str
) -> None:
    loaded = oids(dsns)
    tree.write(name, text)
    with pytest.raises(schema.SchemaError, match=re.escape(name)):
        migrate(dsns)
    assert oids(dsns) == loaded
    assert ask(dsns, "select session.title_from('a')") == "a"
    assert schema.state("app", dsns.application) == "older"

    tree.remove(name)
    migrate(dsns)
    assert schema.state("app", dsns.application) == "current"


def test_a_migration_that_fails_is_named_and_can_be_run_again(dsns: Dsns, tree: Tree) -> None:
    tree.write("app/migrations/0098_good.sql", "create table popagent_good (id integer);\n")
    tree.write(
        "app/migrations/0099_bad.sql",
        "create table popagent_bad (id integer);\ninsert into nowhere values (1);",
    )
    with pytest.raises(schema.SchemaError, match=r"app/migrations/0099_bad\.sql"):
        migrate(dsns)
    assert ask(dsns, "select to_regclass('popagent_good') is not null")
    assert ask(dsns, "select to_regclass('popagent_bad') is null")

    tree.edit("app/migrations/0099_bad.sql", "insert into nowhere", "insert into popagent_bad")
    migrate(dsns)
    assert ask(dsns, "select count(*) from popagent_bad") == 1


# Several at once, and some that die


def start(tree: Tree, dsns: Dsns) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", MIGRATE, str(tree.root), dsns.application, dsns.observability],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_processes_that_start_together_on_empty_databases_all_succeed(empty: Dsns, tree: Tree) -> None:
    with start(tree, empty) as one, start(tree, empty) as two, start(tree, empty) as three:
        for process in (one, two, three):
            _, said = process.communicate(timeout=90)
            assert (process.returncode, said) == (0, "")
    assert schema.state("app", empty.application) == "current"


@pytest.mark.parametrize("place", ["app/migrations/0099_slow.sql", "app/task/views.sql"])
def test_after_a_process_is_killed_in_the_middle_the_next_one_succeeds(
    dsns: Dsns, tree: Tree, place: str
) -> None:
    slow = f"{EXTRA}select pg_advisory_xact_lock(42);\n"
    tree.write(place, slow)
    with psycopg.connect(dsns.application, autocommit=True) as holder:
        holder.execute("select pg_advisory_lock(42)")
        with start(tree, dsns) as process:
            while not ask(dsns, WAITERS):
                assert process.poll() is None
            process.kill()
        if "migrations" in place:
            # It was on the way to a newer release: one that does not know that migration stays out.
            tree.remove(place)
            assert schema.state("app", dsns.application) == "newer"
        else:
            assert ask(dsns, "select session.title_from('a')") == "a"
        tree.write(place, EXTRA)
        migrate(dsns)
    assert schema.state("app", dsns.application) == "current"


def test_what_watches_a_migration_can_read_meanwhile(dsns: Dsns, tree: Tree) -> None:
    """A load is one transaction: until it commits, everyone works with the old functions."""
    tree.write("app/task/views.sql", "select pg_advisory_xact_lock(42);\n")
    with psycopg.connect(dsns.application, autocommit=True) as holder:
        holder.execute("select pg_advisory_lock(42)")
        with start(tree, dsns) as process:
            while not ask(dsns, WAITERS):
                assert process.poll() is None
            assert ask(dsns, "select session.title_from('still here')") == "still here"
            assert ask(dsns, "select count(*) from session.list_page()") == 0
            holder.execute("select pg_advisory_unlock(42)")
            _, said = process.communicate(timeout=60)
            assert (process.returncode, said) == (0, "")
