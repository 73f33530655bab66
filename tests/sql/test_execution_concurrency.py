"""Many processes at once: what a single connection cannot show."""

import asyncio
import random
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg.rows import namedtuple_row
from psycopg.types.json import Jsonb

from tests.support import Cluster

HELLO = Jsonb([{"type": "text", "text": "hello"}])


class Process:
    """A connection as a server process has it; nothing is tried again."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self.connection = connection

    async def call(self, function: str, **arguments: Any) -> list[Any]:
        named = ", ".join(f"{name} => %({name})s" for name in arguments)
        cursor = self.connection.cursor(row_factory=namedtuple_row)
        await cursor.execute(f"select * from {function}({named})", arguments)
        return await cursor.fetchall()

    async def accept(
        self, session: str, message: str, *, owner: str = "me", lease: int = 60
    ) -> tuple[UUID, bool]:
        rows = await self.call(
            "execution.accept_turn",
            p_session_id=session,
            p_message_id=message,
            p_parts=HELLO,
            p_owner=owner,
            p_lease_seconds=lease,
            p_model="model",
        )
        return rows[0].execution_id, rows[0].created

    async def append(self, *batches: tuple[UUID, int, list[dict[str, Any]]], owner: str = "me") -> set[UUID]:
        sent = [
            {"execution_id": str(id), "first_n": first_n, "parts": parts} for id, first_n, parts in batches
        ]
        return {
            row.execution_id
            for row in await self.call("execution.append", p_owner=owner, p_batches=Jsonb(sent))
        }

    async def finish(
        self,
        execution: UUID,
        first_n: int = 1,
        tail: list[dict[str, Any]] | None = None,
        *,
        owner: str = "me",
    ) -> str:
        rows = await self.call(
            "execution.finish",
            p_execution_id=execution,
            p_owner=owner,
            p_state="completed",
            p_end_reason="final",
            p_first_n=first_n,
            p_tail=Jsonb(tail or []),
        )
        state: str = rows[0].state
        return state


@pytest.fixture
async def processes(cluster: Cluster) -> AsyncIterator[list[Process]]:
    with cluster.database() as dsn:
        async with AsyncExitStack() as stack:
            yield [
                Process(
                    await stack.enter_async_context(
                        await psycopg.AsyncConnection.connect(dsn, autocommit=True)
                    )
                )
                for _ in range(24)
            ]


async def outcome(call: Coroutine[Any, Any, Any]) -> Any:
    """What the call returns, or the code of its refusal. Any other error is raised."""
    try:
        return await call
    except psycopg.Error as error:
        if error.sqlstate is None or not error.sqlstate.startswith("PT"):
            raise
        return error.diag.message_hint


async def waits_for_a_lock(process: Process, reader: Process) -> None:
    """Return once the statement of `process` stands before a lock that another holds."""
    async with asyncio.timeout(20):
        while True:
            cursor = await reader.connection.execute(
                "select wait_event_type from pg_stat_activity where pid = %s",
                [process.connection.info.backend_pid],
            )
            if await cursor.fetchone() == ("Lock",):
                return


def said(text: str) -> dict[str, Any]:
    return {"type": "text-delta", "id": "1", "delta": text}


async def test_of_two_first_messages_at_once_one_begins_a_turn_and_the_others_wait(
    processes: list[Process],
) -> None:
    for n in range(20):
        sent = [process.accept(f"s{n}", f"m{i}") for i, process in enumerate(processes[:4])]
        begun = await asyncio.gather(*sent)
        assert len({id for id, _ in begun}) == 1
        assert sorted(created for _, created in begun) == [False, False, False, True]
        queued = await processes[0].call("execution.queued", p_session_id=f"s{n}")
        assert [row.position for row in queued] == [1, 2, 3]


async def test_one_message_sent_twice_at_once_begins_one_turn(processes: list[Process]) -> None:
    for n in range(20):
        outcome = await asyncio.gather(*(p.accept(f"s{n}", "m") for p in processes[:4]))
        assert len({id for id, _ in outcome}) == 1
        assert sorted(created for _, created in outcome) == [False, False, False, True]


async def test_of_an_end_and_a_reaper_exactly_one_wins(processes: list[Process]) -> None:
    late, reaper, other, reader = processes[:4]
    for n in range(60):
        execution, _ = await late.accept("s", f"m{n}", lease=-1)
        calls = [
            outcome(late.finish(execution, 1, [said("late")])),
            reaper.call("execution.reap"),
            other.call("execution.reap"),
        ]
        # Whoever is sent first often wins: each gets its chance.
        first = n % 3
        found = await asyncio.gather(*calls[first:], *calls[:first])
        ended, *reaped = found[-first:] + found[:-first]
        winners = [rows for rows in reaped if rows]
        assert (ended, winners) in (("completed", []), ("execution_lost", [[(execution,)]]))
    messages = await reader.call("execution.transcript", p_thread_id="s", p_limit=5000)
    assert [row.position for row in messages] == list(range(1, len(messages) + 1))


async def test_a_session_deleted_under_an_arriving_message_is_made_anew(processes: list[Process]) -> None:
    deleter, sender, reader = processes[:3]
    await deleter.finish((await deleter.accept("s", "old"))[0])
    async with deleter.connection.transaction():
        await deleter.call("session.lock", p_id="s")
        sending = asyncio.create_task(sender.accept("s", "new"))
        await waits_for_a_lock(sender, reader)
        await deleter.call("session.remove", p_id="s")
    _, created = await sending
    assert created
    assert [row.id for row in await reader.call("execution.transcript", p_thread_id="s")] == ["new"]


async def test_parts_that_are_being_stored_become_part_of_the_answer(processes: list[Process]) -> None:
    writer, owner, reader = processes[:3]
    execution, _ = await owner.accept("s", "m")
    async with writer.connection.transaction():
        assert await writer.append((execution, 1, [said("in time")])) == set()
        ending = asyncio.create_task(owner.finish(execution))
        await waits_for_a_lock(owner, reader)
    assert await ending == "completed"
    answer = (await reader.call("execution.transcript", p_thread_id="s"))[-1]
    assert answer.parts == [{"type": "text", "text": "in time", "state": "done"}]


@pytest.mark.parametrize("end", ["finished", "deleted"])
async def test_parts_that_come_after_the_end_are_dropped(processes: list[Process], end: str) -> None:
    owner, writer, reader = processes[:3]
    execution, _ = await owner.accept("s", "m")
    other, _ = await owner.accept("t", "m")
    async with owner.connection.transaction():
        if end == "finished":
            await owner.finish(execution)
        else:
            await owner.call("session.remove", p_id="s")
        storing = asyncio.create_task(writer.append((execution, 1, [said("late")]), (other, 1, [said("on")])))
        await waits_for_a_lock(writer, reader)
    assert await storing == {execution}
    stored = await (
        await reader.connection.execute("select execution_id from popagent_execution_parts")
    ).fetchall()
    assert stored == [(other,)], "what others say is stored all the same"


async def test_a_reaper_waits_for_nobody(processes: list[Process]) -> None:
    holder, reaper = processes[:2]
    held, _ = await holder.accept("held", "m", lease=-1)
    free, _ = await holder.accept("free", "m", lease=-1)
    async with holder.connection.transaction():
        await holder.call("session.lock", p_id="held")
        async with asyncio.timeout(10):
            assert await reaper.call("execution.reap") == [(free,)]
    assert await reaper.call("execution.reap") == [(held,)]


async def test_a_resent_batch_and_the_end_do_not_block_each_other(processes: list[Process]) -> None:
    """A broken connection can leave an append running at the server while the end is stored."""
    writer, again, owner, reader = processes[:4]
    for n in range(60):
        execution, _ = await owner.accept("s", f"m{n}")
        parts = [said("one"), said("two")]
        await asyncio.gather(
            writer.append((execution, 1, parts)),
            again.append((execution, 1, [*parts, said("three")])),
            owner.finish(execution, 1, [*parts, said("three")]),
        )
    messages = await reader.call("execution.transcript", p_thread_id="s", p_limit=5000)
    answers = [row.parts[0]["text"] for row in messages if row.role == "assistant"]
    assert answers == ["onetwothree"] * 60


@dataclass
class Storm:
    """What happened while everyone worked at once."""

    processes: list[Process]
    turns: int = 8
    #: Sessions that others delete now and then, and sessions that stay.
    doomed: tuple[str, ...] = tuple(f"doomed{n}" for n in range(5))
    lasting: tuple[str, ...] = tuple(f"lasting{n}" for n in range(11))
    ended: dict[str, list[str]] = field(default_factory=dict)
    running: set[UUID] = field(default_factory=set)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def talk(self, process: Process, session: str) -> None:
        """Turns one after another: accepted, streamed, ended."""
        for n in range(self.turns):
            execution, created = await process.accept(
                session, f"{session}-m{n}", lease=-1 if n % 4 == 3 else 60
            )
            assert created
            self.running.add(execution)
            for first_n in (1, 3, 5):
                await process.append((execution, first_n, [said(f"{n}."), said(f"{first_n} ")]))
            self.running.discard(execution)
            state = await outcome(process.finish(execution, 7, [said("end")]))
            assert state in ("completed", "stopped", "execution_lost")
            self.ended.setdefault(session, []).append(state)

    async def delete(self, process: Process, chance: random.Random) -> None:
        doomed = chance.choice(self.doomed)
        assert await outcome(process.call("session.remove", p_id=doomed)) in ([("",)], "session_not_found")

    async def renew(self, process: Process, chance: random.Random) -> None:
        ids = sorted(self.running, key=lambda _: chance.random())
        await process.call("execution.renew", p_owner="me", p_execution_ids=ids, p_lease_seconds=60)

    async def write(self, process: Process, chance: random.Random) -> None:
        """One process stores the streams of many executions in one call."""
        ids = sorted(self.running, key=lambda _: chance.random())
        await process.append(*((id, 100, [{"type": "data-x", "id": "x", "data": 1}]) for id in ids))

    async def stop(self, process: Process, chance: random.Random) -> None:
        await process.call("execution.request_stop", p_thread_id=chance.choice(self.doomed))

    async def reap(self, process: Process, _chance: random.Random) -> None:
        await process.call("execution.reap")

    async def sweep(self, process: Process, _chance: random.Random) -> None:
        await process.connection.execute("select execution.sweep(interval '-1 second')")

    async def until_over(self, chore: Any, process: Process, seed: int) -> None:
        chance = random.Random(seed)
        while not self.over.is_set():
            await chore(process, chance)

    async def rage(self) -> None:
        sessions = self.doomed + self.lasting
        speakers, others = self.processes[: len(sessions)], self.processes[len(sessions) :]
        chores = [
            self.delete,
            self.delete,
            self.renew,
            self.write,
            self.stop,
            self.reap,
            self.reap,
            self.sweep,
        ]
        async with asyncio.TaskGroup() as group:
            for seed, (process, chore) in enumerate(zip(others, chores, strict=True)):
                group.create_task(self.until_over(chore, process, seed))
            await asyncio.gather(
                *(self.talk(p, session) for p, session in zip(speakers, sessions, strict=True))
            )
            self.over.set()


async def test_everyone_at_once_neither_blocks_nor_loses_anything(processes: list[Process]) -> None:
    storm = Storm(processes)
    await storm.rage()

    reader = processes[0]
    for session in storm.lasting:
        states = storm.ended[session]
        messages = await reader.call("execution.transcript", p_thread_id=session, p_limit=5000)
        assert [row.position for row in messages] == list(range(1, len(messages) + 1))
        assert [row.id for row in messages if row.role == "user"] == [
            f"{session}-m{n}" for n in range(storm.turns)
        ]
        (stored,) = await reader.call("session.load", p_id=session)
        assert stored.revision == 1 + storm.turns
        # Only a lease that had run out can be lost; whatever was said before an end is in the answer.
        assert [n for n, state in enumerate(states) if state != "completed" and n % 4 != 3] == []
        answers = {row.execution_id: row.parts for row in messages if row.role == "assistant"}
        asked = [row.execution_id for row in messages if row.role == "user"]
        for n, state in enumerate(states):
            if state == "completed":
                (text,) = [part["text"] for part in answers[asked[n]] if part["type"] == "text"]
                assert text == f"{n}.1 {n}.3 {n}.5 end"
    assert await reader.call("execution.active_threads") == []


async def test_a_message_that_waits_is_taken_by_one_of_many_at_once(processes: list[Process]) -> None:
    for n in range(20):
        session = f"s{n}"
        execution, _ = await processes[0].accept(session, "m1")
        for i in range(4):
            await processes[0].accept(session, f"q{i}")
        await processes[0].finish(execution)
        takers = [
            process.call("execution.take_queued", p_owner="me", p_lease_seconds=60, p_session_id=named)
            for process, named in zip(processes[:8], [session, None] * 4, strict=True)
        ]
        late = processes[8].accept(session, "late")
        *taken, (execution, created) = await asyncio.gather(*takers, late)
        began = [row.execution_id for rows in taken for row in rows if row.thread_id == session]
        assert len(began) + created == 1
        assert execution == (await processes[0].call("execution.running", p_thread_id=session))[0].running
        queued = await processes[0].call("execution.queued", p_session_id=session)
        assert [row.id for row in queued] == ["q1", "q2", "q3", "late"]


async def test_of_an_edit_and_the_turn_exactly_one_comes_first(processes: list[Process]) -> None:
    editor, taker, remover = processes[:3]
    changed = Jsonb([{"type": "text", "text": "changed"}])
    for n in range(30):
        session = f"s{n}"
        execution, _ = await taker.accept(session, "m1")
        await taker.accept(session, "m2")
        await taker.finish(execution)
        edit = editor.call(
            "execution.edit_queued", p_session_id=session, p_message_id="m2", p_revision=1, p_parts=changed
        )
        take = taker.call("execution.take_queued", p_owner="me", p_lease_seconds=60, p_session_id=session)
        remove = remover.call("execution.remove_queued", p_session_id=session, p_message_id="m2")
        calls = [outcome(edit), outcome(take), outcome(remove)]
        first = n % 3
        found = await asyncio.gather(*calls[first:], *calls[:first])
        edited, taken, removed = found[-first:] + found[:-first] if first else found
        messages = await taker.call("execution.transcript", p_thread_id=session)
        text = [row.parts[0]["text"] for row in messages if row.id == "m2"]
        if taken:
            assert removed == "already_taken"
            assert text == (["hello"] if edited == "already_taken" else ["changed"])
        else:
            assert removed == [("",)]
            assert text == []
            assert edited == "queued_message_not_found" or edited[0].revision == 2


@dataclass
class Queueing:
    """Many tabs at many processes that send, stop, regenerate and choose in the same few sessions."""

    processes: list[Process]
    sessions: tuple[str, ...] = ("a", "b", "c")
    sent: dict[str, list[str]] = field(default_factory=dict)
    asked_again: int = 0
    busy: int = 0

    async def run(self, process: Process, rows: list[Any]) -> None:
        """Run what this process was given, and whatever comes after it."""
        for row in rows:
            self.busy += 1
            await process.append((row.execution_id, 1, [said("one ")]))
            ended = await process.call(
                "execution.finish",
                p_execution_id=row.execution_id,
                p_owner="me",
                p_state="completed",
                p_end_reason="final",
                p_first_n=2,
                p_tail=Jsonb([said("two")]),
            )
            self.busy -= 1
            if ended[0].waiting:
                await self.take(process, row.thread_id)

    async def take(self, process: Process, session: str | None = None) -> None:
        await self.run(
            process,
            await process.call(
                "execution.take_queued", p_owner="me", p_lease_seconds=60, p_session_id=session
            ),
        )

    async def send(self, process: Process, number: int, chance: random.Random) -> None:
        session, message = chance.choice(self.sessions), f"m{number}"
        found = await outcome(
            process.call(
                "execution.accept_turn",
                p_session_id=session,
                p_message_id=message,
                p_parts=HELLO,
                p_owner="me",
                p_lease_seconds=60,
                p_model="model",
            )
        )
        if found == "queue_full":
            return
        self.sent.setdefault(session, []).append(message)
        await self.run(process, [row for row in found if row.created])

    async def meddle(self, process: Process, chance: random.Random) -> None:
        session = chance.choice(self.sessions)
        match chance.randrange(4):
            case 0:
                again = process.call(
                    "execution.regenerate",
                    p_session_id=session,
                    p_owner="me",
                    p_lease_seconds=60,
                    p_model="model",
                )
                begun = await outcome(again)
                if not isinstance(begun, str):
                    self.asked_again += 1
                    await self.run(process, begun)
            case 1:
                await process.call("execution.request_stop", p_thread_id=session)
            case 2:
                await self.take(process)
            case 3:
                await self.choose(process, session, chance)

    async def choose(self, process: Process, session: str, chance: random.Random) -> None:
        rows = await process.call("execution.transcript", p_thread_id=session)
        answers = [row for row in rows if len(row.versions) > 1]
        stored = await outcome(process.call("session.load", p_id=session))
        if answers and not isinstance(stored, str):
            version = chance.choice(chance.choice(answers).versions)
            await outcome(
                process.call(
                    "execution.choose_version",
                    p_session_id=session,
                    p_message_id=version,
                    p_revision=stored[0].revision,
                )
            )


async def test_tabs_that_send_stop_and_regenerate_at_once_lose_nothing(processes: list[Process]) -> None:
    tabs = Queueing(processes)

    async def tab(number: int) -> None:
        chance = random.Random(number)
        for n in range(8):
            await tabs.send(processes[number], number * 100 + n, chance)
            await tabs.meddle(processes[number], chance)

    await asyncio.gather(*(tab(number) for number in range(16)))
    await tabs.take(processes[0])

    reader = processes[0]
    assert await reader.call("execution.active_threads") == []
    assert tabs.asked_again > 0
    for session in tabs.sessions:
        assert await reader.call("execution.queued", p_session_id=session) == []
        rows = await reader.call("execution.transcript", p_thread_id=session, p_limit=5000)
        asked = [row.id for row in rows if row.role == "user"]
        assert sorted(asked) == sorted(tabs.sent[session]), "each message once"
        assert [row.question_id for row in rows if row.role == "assistant"] == asked, (
            "each answered, in order"
        )
        positions = await (
            await reader.connection.execute(
                "select array_agg(position order by position) from popagent_messages where thread_id = %s",
                [session],
            )
        ).fetchone()
        assert positions is not None
        assert positions[0] == list(range(1, len(positions[0]) + 1))
        (stored,) = await reader.call("session.load", p_id=session)
        ends = await (
            await reader.connection.execute(
                "select count(*) from popagent_executions where thread_id = %s", [session]
            )
        ).fetchone()
        assert ends is not None
        assert stored.revision >= 1 + ends[0], "each end was a write"
