"""A clean-up backs up first, takes what is left over and nothing else, and looks whether all is as it was."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest

from app.db import Database
from app.queries import data
from app.transfer import cleanup
from app.transfer.cleanup import Outcome, Plan
from tests.support import Cluster
from tests.transfer.helpers import ask, exported, imported, opened

_LEFT_OVER = """
    select thread.open(i, 'chat', 'popagent-user') from unnest(array['lost', 'blank']) i;
    select thread.append('lost', 'm', 'user', p, '{}', gen_random_uuid())
    from jsonb_build_array('{"type": "text", "text": "Where is the key?"}'::jsonb) p;
    select thread.open('lone', 'delegation', 'popagent-user');
    select session.open(i, i, null) from unnest(array['old', 'new', 'active']) i;
    update popagent_sessions set archived_at = now() - interval '40 days' where id = 'old';
    update popagent_sessions set archived_at = now() where id = 'new';
    select thread.append('old', 'm', 'user', '[]', '{}', gen_random_uuid());
    select session.open('secret', 'Secret', null, p_temporary => true);
    update popagent_sessions set updated_at = now() - interval '2 days' where id = 'secret';
    insert into popagent_executions
        (kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('turn', 'active', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', now() - interval '1 hour');
    insert into popagent_executions
        (kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('task', 'active', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', now() - interval '1 hour');
    insert into popagent_execution_parts select e.id, 1, '[1]' from popagent_executions e where e.kind = 'task';
    select thread.store_attachment('old.txt', 'text/plain', 'x', 'x');
    update popagent_attachments set created_at = now() - interval '25 hours';
    select memory.remember('popagent-user', 'Likes tea', 'drink');
    select memory.remember('popagent-user', 'Likes mate', 'drink');
"""

_CONVERSATIONS = """
    select string_agg(t, e'\\n' order by t)
    from (
        select m::text from popagent_messages m
        union all
        select s::text from popagent_sessions s where not temporary
    ) x (t)
"""


@pytest.fixture
async def db(empty: str) -> AsyncIterator[Database]:
    """A database with one of everything that can be left over, and some that must stay."""
    with psycopg.connect(empty) as connection:
        connection.execute(_LEFT_OVER)
    async with opened(empty) as opened_db:
        yield opened_db


def ids(dsn: str, table: str) -> str:
    return str(ask(dsn, f"select string_agg(id, ' ' order by id) from {table}"))


async def test_what_is_left_over_is_counted_by_kind(db: Database) -> None:
    assert await cleanup.preview(db, Plan(archived_days=30)) == {
        "orphan_threads": 2, "archived_sessions": 1, "temporary_sessions": 1, "unsent_files": 1, "lost_turns": 1,
        "lone_delegations": 1, "stale_streams": 1,
    }  # fmt: skip
    assert "archived_sessions" not in await cleanup.preview(db, Plan())
    assert (await cleanup.preview(db, Plan(archived_days=0)))["archived_sessions"] == 2


async def test_chats_without_a_session_are_adopted(db: Database, empty: str, tmp_path: Path) -> None:
    outcome = await cleanup.clean_up(db, Plan(), tmp_path / "backups")
    assert outcome.done["adopted"] == 2
    assert "archived_sessions" not in outcome.done
    assert outcome.left == {}
    assert outcome.lists_are_right
    assert outcome.memories_are_unchanged
    assert ids(empty, "popagent_sessions") == "active blank lost new old"
    assert ask(empty, "select title from popagent_sessions where id = 'lost'") == "Where is the key?"


async def test_or_deleted_with_what_was_archived_long_ago(db: Database, empty: str, tmp_path: Path) -> None:
    memories = ask(empty, "select array_agg(m::text order by seq) from popagent_memories m")
    outcome = await cleanup.clean_up(db, Plan(adopt=False, archived_days=30), tmp_path / "backups")
    assert outcome.done == {
        "orphan_threads": 2, "archived_sessions": 1, "temporary_sessions": 1, "unsent_files": 1, "lost_turns": 1,
        "lone_delegations": 1, "stale_streams": 1,
    }  # fmt: skip
    assert outcome.left == {}
    assert outcome.lists_are_right
    assert outcome.listed == (1, 1)
    assert outcome.memories_are_unchanged
    assert ids(empty, "popagent_threads") == "active new"
    assert ask(empty, "select array_agg(m::text order by seq) from popagent_memories m") == memories
    told = cleanup.told(outcome)
    assert "2 conversations that no chat shows: deleted." in told
    assert "The lists hold 1 active and 1 archived chats, as they should." in told
    assert "2 memories, unchanged." in told


async def test_the_backup_brings_everything_back(
    db: Database, empty: str, cluster: Cluster, tmp_path: Path
) -> None:
    stored = ask(empty, _CONVERSATIONS)
    outcome = await cleanup.clean_up(db, Plan(adopt=False, archived_days=0), tmp_path / "backups")
    assert outcome.backup.parent == tmp_path / "backups"
    assert outcome.backup.stat().st_mode & 0o777 == 0o600
    assert outcome.backup.parent.stat().st_mode & 0o777 == 0o700
    assert [each.name for each in outcome.backup.parent.iterdir()] == [outcome.backup.name]
    file = outcome.backup.read_bytes()
    assert b"Likes tea" not in file
    assert b"secret" not in file
    await imported(empty, file)
    assert ask(empty, _CONVERSATIONS) == stored
    with cluster.database() as elsewhere:
        assert not (await imported(elsewhere, file)).report.refused
        assert ask(elsewhere, _CONVERSATIONS) == stored


@pytest.mark.parametrize("trouble", ["a file where the folder should be", "a full disk"])
async def test_nothing_is_deleted_when_the_backup_cannot_be_written(
    db: Database, empty: str, tmp_path: Path, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    if trouble == "a full disk":

        def full(_descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
    else:
        folder.write_text("not a folder")
    before = await exported(empty)
    with pytest.raises(OSError):
        await cleanup.clean_up(db, Plan(adopt=False, archived_days=0), folder)
    assert await exported(empty) == before
    assert ask(empty, "select count(*) from popagent_execution_parts") == 1
    if folder.is_dir():
        assert list(folder.iterdir()) == []


async def test_what_changed_after_the_backup_stays(db: Database, empty: str) -> None:
    async with db.snapshot() as view:
        marked = await data.marked(view, 0)
    with psycopg.connect(empty) as connection:
        connection.execute("select session.patch('old', 1, p_archived => false)")
        connection.execute("select thread.append('lost', 'n', 'user', '[]', '{}', gen_random_uuid())")
        connection.execute("select session.open('blank', 'Found', null)")
    done = {one.what: one.row_count for one in await data.clean_up(db, marked, False)}
    assert (done["orphan_threads"], done["archived_sessions"]) == (0, 1)
    assert ids(empty, "popagent_threads") == "active blank lost old"


async def test_what_somebody_holds_is_passed_over(db: Database, empty: str, tmp_path: Path) -> None:
    with psycopg.connect(empty) as holding:
        holding.execute("select session.lock('old')")
        holding.execute("select 1 from popagent_threads where id = 'lost' for update")
        outcome = await asyncio.wait_for(
            cleanup.clean_up(db, Plan(adopt=False, archived_days=30), tmp_path / "backups"), 60
        )
    assert outcome.left == {"orphan_threads": 1, "archived_sessions": 1}
    assert outcome.lists_are_right
    assert ids(empty, "popagent_threads") == "active lost new old"


async def test_a_memory_that_changes_meanwhile_is_told(db: Database, empty: str, tmp_path: Path) -> None:
    def remember(_rows: int) -> None:
        with psycopg.connect(empty) as connection:
            connection.execute("select memory.remember('popagent-user', 'Likes coffee', 'drink')")

    outcome: Outcome = await cleanup.clean_up(db, Plan(), tmp_path / "backups", remember)
    assert not outcome.memories_are_unchanged
    assert any("others changed them meanwhile" in line for line in cleanup.told(outcome))
