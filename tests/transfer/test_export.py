"""An export goes into an empty database and comes out of it as the same bytes."""

import json

import psycopg
import pytest

from tests.support import Cluster
from tests.transfer.everything import fill
from tests.transfer.helpers import ask, exported, imported, lines


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_what_was_exported_comes_back_as_the_same_bytes(cluster: Cluster, seed: int) -> None:
    with cluster.database() as source, cluster.database() as target:
        with psycopg.connect(source) as connection:
            fill(connection, seed)
        file = await exported(source)
        taken = await imported(target, file)
        assert taken.report.clean
        assert (taken.report.new + taken.report.same).total() == len(lines(file))
        assert await exported(target) == file
        assert await exported(source) == file


async def test_it_does_not_matter_which_postgresql_it_comes_from(
    cluster: Cluster, oldest_cluster: Cluster
) -> None:
    with oldest_cluster.database() as source, cluster.database() as target, oldest_cluster.database() as back:
        with psycopg.connect(source) as connection:
            fill(connection, 4)
        file = await exported(source)
        await imported(target, file)
        assert await exported(target) == file
        await imported(back, await exported(target))
        assert await exported(back) == file


async def test_the_same_file_again_adds_nothing(full: str, empty: str) -> None:
    file = await exported(full)
    await imported(empty, file)
    again = await imported(empty, file)
    assert again.report.clean
    assert not again.report.new
    assert sum(again.report.same.values()) == len(lines(file))
    assert (await imported(full, file)).report.new == {}
    assert await exported(full) == file


async def test_an_empty_database_comes_back_too(empty: str, cluster: Cluster) -> None:
    file = await exported(empty)
    with cluster.database() as target:
        await imported(target, file)
        assert await exported(target) == file


async def test_recall_works_on_what_came_in(full: str, empty: str) -> None:
    with psycopg.connect(full) as connection:
        connection.execute(
            "select memory.remember('popagent-user', 'Drinks mate in the morning', 'drink', 0.5, null)"
        )
    await imported(empty, await exported(full))
    found = "select content from memory.recall('popagent-user', 'what to drink in the morning') limit 1"
    assert ask(empty, found) == "Drinks mate in the morning"
    assert ask(empty, "select count(*) from popagent_memory_postings") == ask(
        full, "select count(*) from popagent_memory_postings"
    )
    assert ask(
        empty, "select created from memory.remember('popagent-user', 'Something new', null, 0.5, null)"
    )


async def test_temporary_sessions_leave_no_trace(full: str) -> None:
    file = await exported(full)
    assert b"hidden" not in file
    assert b"Nobody sees this" not in file


async def test_a_running_answer_is_interrupted_in_the_copy(full: str, empty: str) -> None:
    with psycopg.connect(full) as connection:
        connection.execute("select session.open('now', 'Now', null)")
        connection.execute(
            """
            select execution.accept_turn(
                p_session_id => 'now', p_message_id => 'm1', p_parts => '[{"type": "text", "text": "Hello"}]',
                p_owner => 'me', p_lease_seconds => 10, p_model => 'm', p_catalogue => '{m}'
            )
            """
        )
    file = await exported(full)
    await imported(empty, file)
    assert ask(empty, "select state from popagent_executions where thread_id = 'now'") == "interrupted"
    assert await exported(empty) == file


async def test_a_seed_that_its_owner_deleted_stays_away(full: str, empty: str) -> None:
    with psycopg.connect(full) as connection:
        connection.execute("update popagent_agent_workspaces set is_default = id = 'w1'")
        connection.execute("update popagent_sessions set workspace_id = 'w1'")
        connection.execute("delete from popagent_agent_workspaces where id = 'default'")
    file = await exported(full)
    await imported(empty, file)
    assert ask(empty, "select string_agg(id, ' ' order by id) from popagent_agent_workspaces") == "w0 w1"
    assert await exported(empty) == file


async def test_what_a_later_release_seeds_stays(full: str, empty: str) -> None:
    with psycopg.connect(empty) as connection:
        connection.execute(
            "insert into popagent_data_migrations (id, applied_at) values ('later-1', '2030-01-01Z')"
        )
        connection.execute(
            """
            insert into popagent_agent_workspaces
            values ('later', 'Later', 'later', false, 1, '2030-01-01Z', '2030-01-01Z')
            """
        )
    await imported(empty, await exported(full))
    assert ask(empty, "select count(*) from popagent_agent_workspaces where id = 'later'") == 1


async def test_a_file_says_first_what_it_is_and_last_that_it_is_whole(full: str) -> None:
    first, *_, last, nothing = (await exported(full)).split(b"\n")
    assert nothing == b""
    assert json.loads(first)["format"] == "popagent"
    assert json.loads(first)["version"] == 1
    assert set(json.loads(last)["end"]) == {"rows", "sha256"}
