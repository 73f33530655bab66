"""`popagent export`, `import` and `cleanup` as their owner runs them."""

import subprocess
import sys

import psycopg
import pytest

from app.embedded import Dsns
from tests.cli.helpers import ROOT, Popagent
from tests.support import Cluster
from tests.transfer.everything import fill
from tests.transfer.helpers import ask, exported


@pytest.fixture
def owner(popagent: Popagent, dsns: Dsns) -> Popagent:
    """The command line on databases with everything in them."""
    with psycopg.connect(dsns.application) as connection:
        fill(connection)
    return at(popagent, dsns)


def at(popagent: Popagent, dsns: Dsns) -> Popagent:
    popagent.environment |= {
        "DATABASE_URL": dsns.application,
        "OBSERVABILITY_DATABASE_URL": dsns.observability,
    }
    return popagent


async def test_what_is_exported_is_imported_elsewhere(owner: Popagent, dsns: Dsns, cluster: Cluster) -> None:
    file = owner.folder / "all.jsonl"
    done = owner.run("export", str(file))
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == await exported(dsns.application)
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in owner.folder.iterdir() if "all" in each.name] == ["all.jsonl"]
    printed = owner.run("export")
    assert printed.stdout.encode() == file.read_bytes()

    with cluster.databases() as elsewhere:
        at(owner, elsewhere)
        dry = owner.run("import", str(file), "--dry-run")
        assert dry.returncode == 0, dry.stderr
        assert "Would come in: 12 sessions, 54 messages" in dry.stdout
        assert "nothing was written" in dry.stderr
        assert ask(elsewhere.application, "select count(*) from popagent_threads") == 0
        came = owner.run("import", str(file))
        assert came.returncode == 0, came.stderr
        assert "Came in: 12 sessions, 54 messages" in came.stdout
        again = owner.run("import", str(file))
        assert "Came in: nothing" in again.stdout
        assert "Here already: 12 sessions" in again.stdout
        assert await exported(elsewhere.application) == file.read_bytes()


async def test_what_differs_is_named_and_told_by_the_status(owner: Popagent, dsns: Dsns) -> None:
    file = owner.folder / "all.jsonl"
    owner.run("export", str(file))
    with psycopg.connect(dsns.application) as connection:
        connection.execute(
            "update popagent_sessions set title = 'Mine' where id = (select min(id) from popagent_sessions)"
        )
    done = owner.run("import", str(file))
    assert done.returncode == 1
    assert "session “" in done.stdout
    assert ": session: title" in done.stdout
    assert "Traceback" not in done.stderr


def test_conversations_of_others_come_in(popagent: Popagent, dsns: Dsns) -> None:
    at(popagent, dsns)
    file = str(ROOT / "tests/data/chatgpt-conversations.json")
    done = popagent.run("import", file, "--remember")
    assert done.returncode == 1
    assert "Came in: 2 conversations with 7 messages" in done.stdout
    assert "“Damaged”: the message at which it was left is missing" in done.stdout
    assert "3 episodes" in done.stdout
    assert "Here already: 2 conversations" in popagent.run("import", file).stdout
    claude = popagent.run("import", str(ROOT / "tests/data/claude-conversations.json"), "--dry-run")
    assert "Would come in: 2 conversations" in claude.stdout


def test_what_cannot_be_done_is_one_line_and_changes_nothing(popagent: Popagent, dsns: Dsns) -> None:
    at(popagent, dsns)
    wrong = popagent.folder / "wrong.jsonl"
    wrong.write_text('{"format": "popagent", "version": 99}\n')
    foreign = popagent.folder / "foreign.txt"
    foreign.write_text("hello\n")
    for arguments, complaint in (
        (("import", str(wrong)), "update popagent"),
        (("import", str(wrong), "--remember"), "ChatGPT and Claude"),
        (("import", str(foreign)), "not an export"),
        (("import", "nowhere.jsonl"), "No such file"),
        (("export", str(wrong)), "is there already"),
        (("export", "/nowhere/all.jsonl"), "No such file"),
    ):
        done = popagent.run(*arguments)
        assert done.returncode == 1, (arguments, done)
        assert complaint in done.stderr, done.stderr
        assert done.stderr.count("\n") == 1
    assert wrong.read_text().count("\n") == 1


def test_a_pipe_is_not_read(popagent: Popagent, dsns: Dsns) -> None:
    """A file is read more than once: all of it is checked before any of it is stored."""
    at(popagent, dsns)
    done = subprocess.run(
        [sys.executable, "-m", "app", "import", "/dev/stdin"],
        cwd=popagent.folder,
        env=popagent.environment,
        input="[]",
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert done.returncode == 1
    assert "can be read once only" in done.stderr


def test_a_clean_up_says_what_it_finds_and_what_it_did(popagent: Popagent, dsns: Dsns) -> None:
    at(popagent, dsns)
    assert "nothing to clean up" in popagent.run("cleanup").stdout
    with psycopg.connect(dsns.application) as connection:
        connection.execute("select thread.open(i, 'chat', 'popagent-user') from unnest(array['a', 'b']) i")
        connection.execute("select session.open('old', 'Old', null)")
        connection.execute("update popagent_sessions set archived_at = now() - interval '40 days'")
    dry = popagent.run("cleanup", "--dry-run", "--delete", "--archived-before", "30")
    assert dry.returncode == 0
    assert "2 conversations that no chat shows: to be deleted" in dry.stdout
    assert "1 archived chat: to be deleted" in dry.stdout
    assert not (popagent.data_dir / "backups").exists()

    popagent.data_dir.mkdir()
    (popagent.data_dir / "backups").write_text("not a folder")
    refused = popagent.run("cleanup", "--delete")
    assert refused.returncode == 1
    assert "nothing was deleted" in refused.stderr
    (popagent.data_dir / "backups").unlink()

    done = popagent.run("cleanup", "--archived-before", "30")
    assert done.returncode == 0, done.stderr
    assert "2 conversations that no chat shows: made a chat" in done.stdout
    assert "as they should" in done.stdout
    assert "unchanged" in done.stdout
    [backup] = (popagent.data_dir / "backups").iterdir()
    assert str(backup) in done.stderr
    back = popagent.run("import", str(backup))
    assert "Came in: 1 sessions" in back.stdout
