"""Several pages and processes at one session at once."""

import asyncio
import random
import time
from typing import Any

import psycopg
import pytest

from tests.sql.test_execution_concurrency import Process, outcome, processes, said, waits_for_a_lock
from tests.support import Cluster

__all__ = ["processes"]


async def draft(process: Process, session: str = "s") -> str:
    rows = await process.call("session.page", p_id=session)
    found: str = rows[0].draft
    return found


async def open_session(process: Process, id: str = "s", temporary: bool = False) -> None:
    await process.call("session.open", p_id=id, p_title="", p_workspace_id=None, p_temporary=temporary)


async def test_a_draft_that_was_sent_never_comes_back_however_late_its_saves_are(
    processes: list[Process],
) -> None:
    sender, *pages = processes[:5]
    chance = random.Random(7)
    for n in range(60):
        session = f"s{n}"
        await open_session(sender, session)
        calls = [sender.call("session.close_draft", p_id=session, p_draft_id="d", p_sent="hello")]
        calls += [
            page.call("session.save_draft", p_id=session, p_draft=text, p_draft_id="d")
            for page, text in zip(pages, ("h", "he", "hell", "hello"), strict=True)
        ]
        chance.shuffle(calls)
        await asyncio.gather(*calls)
        assert await draft(sender, session) == ""


async def test_two_pages_that_save_drafts_overwrite_each_other_and_nothing_else(
    processes: list[Process],
) -> None:
    one, two, reader = processes[:3]
    await open_session(reader)

    async def write(page: Process, name: str) -> None:
        for n in range(50):
            saved = await page.call("session.save_draft", p_id="s", p_draft=f"{name} {n}", p_draft_id=name)
            assert saved == [(True,)]

    await asyncio.gather(write(one, "one"), write(two, "two"))
    assert await draft(reader) in ("one 49", "two 49")
    assert (await reader.call("session.load", p_id="s"))[0].revision == 1


async def test_whatever_touches_a_session_that_is_being_deleted_is_told_so(processes: list[Process]) -> None:
    deleter, reader, *others = processes[:6]
    await open_session(deleter)
    async with deleter.connection.transaction():
        await deleter.call("session.remove", p_id="s")
        calls: list[Any] = [
            others[0].call("session.save_draft", p_id="s", p_draft="lost"),
            others[1].call("session.mark_read", p_id="s"),
            others[2].call("session.fork", p_id="s", p_new_id="copy"),
            others[3].call("session.patch", p_id="s", p_revision=None, p_pinned=True),
        ]
        waiting = [asyncio.create_task(outcome(each)) for each in calls]
        for process in others:
            await waits_for_a_lock(process, reader)
    assert await asyncio.gather(*waiting) == ["session_not_found"] * 4


async def test_a_fork_at_the_end_of_a_turn_holds_the_answer_whole_or_not_at_all(
    processes: list[Process],
) -> None:
    owner, forker, reader = processes[:3]
    lengths = set()
    for n in range(40):
        execution, _ = await owner.accept(f"s{n}", "m")
        calls = [
            owner.finish(execution, 1, [said("whole")]),
            forker.call("session.fork", p_id=f"s{n}", p_new_id=f"f{n}"),
        ]
        await asyncio.gather(*(calls if n % 2 else reversed(calls)))
        copied = await reader.call("execution.transcript", p_thread_id=f"f{n}")
        lengths.add(len(copied))
        if len(copied) == 2:
            assert copied[1].parts == [{"type": "text", "text": "whole", "state": "done"}]
    assert lengths <= {1, 2}


async def test_sweeping_passes_over_a_temporary_session_that_is_held_just_now(
    processes: list[Process],
) -> None:
    holder, sweeper = processes[:2]
    await open_session(holder, temporary=True)
    await holder.connection.execute(
        "update popagent_sessions set updated_at = now() - interval '2 days' where id = 's'"
    )
    async with holder.connection.transaction():
        await holder.call("session.lock", p_id="s")
        assert await sweeper.call("session.sweep_temporary") == [(0,)]
        await holder.accept("s", "m")
    assert await sweeper.call("session.sweep_temporary") == [(0,)], "a turn runs"


@pytest.fixture
def many(cluster: Cluster) -> Any:
    """A database with 2,000 sessions of ten messages, a tenth of them pinned, all of them unread."""
    with cluster.database() as dsn, psycopg.connect(dsn, autocommit=True) as db:
        db.execute(
            "select session.open('s' || n, 'Chat ' || n, null) from generate_series(1, 2000) n;"
            "insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id)"
            " select 's' || n, p, 'm' || p, (array['assistant', 'user'])[p % 2 + 1], '[]', '{}', gen_random_uuid()"
            " from generate_series(1, 2000) n, generate_series(1, 10) p;"
            "insert into popagent_thread_state (thread_id) select 's' || n from generate_series(1, 2000) n;"
            "update popagent_sessions set updated_at = now() - substr(id, 2)::integer * interval '1 hour',"
            " pinned_at = case when substr(id, 2)::integer % 10 = 0 then now() end;"
            "analyze"
        )
        yield db


def test_a_page_of_two_thousand_sessions_costs_no_more_than_the_page(many: psycopg.Connection[Any]) -> None:
    """Time in the database, against that of a page of two hundred when there are no more."""

    def fastest(query: str) -> float:
        taken = []
        for _ in range(7):
            started = time.perf_counter()
            many.execute(query)
            taken.append(time.perf_counter() - started)
        return min(taken)

    queries = [
        "select * from session.list_page(p_pinned => false, p_temporary => null)",
        "select * from session.list_page(p_pinned => true, p_temporary => null)",
        "select * from session.list_page(p_pinned => false, p_temporary => null,"
        " p_before_at => now() - interval '1800 hours', p_before_id => 'x')",
    ]
    assert many.execute(queries[0]).rowcount == 200
    among_many = [fastest(query) for query in queries]
    many.execute("delete from popagent_threads where substr(id, 2)::integer > 223")
    many.execute("vacuum analyze popagent_sessions, popagent_messages, popagent_thread_state")
    alone = fastest(queries[0])
    assert max(among_many) < 6 * alone, f"{among_many} against {alone}"
