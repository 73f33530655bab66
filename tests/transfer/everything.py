"""A database in which every table that an export holds has rows, with values that are hard to carry."""

import hashlib
import json
import random
from typing import Any

import psycopg

#: JSON as text: what no other program may read as a number and write again.
NUMBERS = (
    '{"a": 1.10, "b": 1e400, "c": 123456789012345678901234567890, "d": -0.0, "e": 1E-20, "f": 0.1, "g": 1.0}'
)
_ALPHABETS = (
    "abc XYZ 019 _-.,;:!?",
    "éßñçøåÅ ﬁ ½ ٣ İ",
    "日本語テキスト 한국어 ไทย العربية עברית",
    "🙂👩‍👩‍👧‍👦🏳️‍🌈🇩🇪",
    "\\\"'\\n\\u0000 %s {} $$ --",
    "\t\n\r\x01\x1f\x7f\x85\u2028\u2029\ufeff\u200b\ue000\U0010fffd",
)


class Writer:
    """Makes values from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._count = 0

    def text(self, most: int = 200) -> str:
        letters = "".join(self._random.choices(_ALPHABETS, k=3))
        return "x" + "".join(self._random.choices(letters, k=self._random.randint(1, most)))

    def id(self) -> str:
        """An id of any allowed form; their order differs from one collation to another."""
        self._count += 1
        letters = "abyzABYZ019_-"
        return "".join(self._random.choices(letters, k=self._random.randint(1, 20))) + f"_{self._count}"

    def uuid(self) -> str:
        return f"{self._random.getrandbits(128):032x}"

    def time(self) -> str:
        day, micro = self._random.randint(1, 28), self._random.choice((0, 1, 100, 123456, 999999, 500000))
        return (
            f"20{self._random.randint(10, 30)}-0{self._random.randint(1, 9)}-{day:02} 03:04:05.{micro:06}+00"
        )

    def number(self) -> float:
        return self._random.choice((0.0, 1.0, 0.1, 1 / 3, 0.30000000000000004, 5e-324, self._random.random()))

    def json(self, depth: int = 4) -> str:
        """The text of a JSON object."""
        if depth == 0:
            return NUMBERS
        members = [
            json.dumps(self.text(20))
            + ": "
            + self._random.choice((self.json(depth - 1), json.dumps(self.text()), "null", "[]"))
            for _ in range(self._random.randint(1, 3))
        ]
        return "{" + ", ".join(members) + "}"

    def parts(self) -> str:
        """The text of a list of message parts."""
        text = json.dumps(
            {"type": "text", "text": self.text(2_000)}, ensure_ascii=self._random.random() < 0.5
        )
        return f'[{text}, {{"type": "tool-look", "toolCallId": "1", "input": {self.json()}}}]'


def fill(connection: psycopg.Connection[Any], seed: int = 1, sessions: int = 12) -> None:
    """Fill a migrated database."""
    write = Writer(seed)
    _settings(connection, write)
    _skills(connection, write)
    _rules(connection, write)
    _memories(connection, write)
    for number in range(sessions):
        _session(connection, write, number)
    for number in range(4):
        _task(connection, write, number)
    _aside(connection, write)
    connection.commit()


def insert(connection: psycopg.Connection[Any], table: str, **values: Any) -> None:
    """Insert a row; strings become what the column is."""
    names = ", ".join(values)
    places = ", ".join(["%s"] * len(values))
    connection.execute(f"insert into {table} ({names}) values ({places})", list(values.values()))  # type: ignore[arg-type]


def _settings(connection: psycopg.Connection[Any], write: Writer) -> None:
    connection.execute(
        """
        update popagent_agent_runtime_settings
        set default_model = %s, final_response_feedback = %s, revision = 7, updated_at = %s
        """,
        [write.text(50), write.text(), write.time()],
    )
    connection.execute(
        "update popagent_memory_embedding_settings set model = %s, revision = 2, updated_at = %s",
        [write.text(50), write.time()],
    )
    connection.execute(
        "update popagent_memory_retention_settings set episode_days = 30, revision = 4, updated_at = %s",
        [write.time()],
    )
    connection.execute(
        "update popagent_notification_settings set on_done = false, revision = 3, updated_at = %s",
        [write.time()],
    )
    connection.execute(
        "update popagent_agents set instructions = %s, tools = %s, revision = 3 where id = 'popagent'",
        [write.text(3_000), ["remember", write.text(20)]],
    )
    for number in range(2):
        insert(
            connection,
            "popagent_agent_workspaces",
            id=f"w{number}",
            name=write.text(50),
            path=f"a/{number}",
            is_default=False,
            revision=number + 1,
            created_at=write.time(),
            updated_at=write.time(),
        )


def _skills(connection: psycopg.Connection[Any], write: Writer) -> None:
    connection.execute(
        "delete from popagent_agent_skills where id = (select min(id) from popagent_agent_skills)"
    )
    for number in range(3):
        id = write.id()
        insert(
            connection,
            "popagent_agent_skills",
            id=id,
            agent_id=("popagent", "researcher")[number % 2],
            name=f"skill-{number}",
            description=write.text(),
            body=write.text(3_000),
            reference_files=json.dumps({write.text(9): write.text()}),
            license=write.text() if number else None,
            compatibility=write.text() if number else None,
            metadata=json.dumps({write.text(9): write.text()}),
            allowed_tools=write.text() if number else None,
            enabled=number % 2 == 0,
            source_url="https://example.org/" if number else None,
            position=number + 5,
            revision=number + 1,
            created_at=write.time(),
            updated_at=write.time(),
        )
        insert(
            connection,
            "popagent_agent_skill_revisions",
            skill_id=id,
            revision=number + 1,
            name=f"skill-{number}",
            description=write.text(),
            body=write.text(3_000),
            reference_files=json.dumps({write.text(9): write.text()}),
            saved_at=write.time(),
        )
    insert(connection, "popagent_tool_policies", tool="shell", policy="never", updated_at=write.time())


def _rules(connection: psycopg.Connection[Any], write: Writer) -> None:
    """What runs by itself: hooks and schedules."""
    for number, event in enumerate(("PreToolUse", "Stop")):
        insert(
            connection,
            "popagent_hooks",
            id=write.uuid(),
            event=event,
            matcher="a,b*",
            kind="command",
            argv=["/bin/true", write.text(50)],
            secret_names=["k"],
            timeout_ms=100 + number,
            on_failure="block",
            position=number + 1,
            enabled=number == 0,
            revision=number + 1,
            created_at=write.time(),
            updated_at=write.time(),
        )
        insert(
            connection,
            "popagent_agent_schedules",
            id=write.uuid(),
            workspace_id="w1",
            title=write.text(100),
            prompt=write.text(),
            cron="0 8 * * 1-5",
            zone="Europe/Lisbon",
            enabled=number == 0,
            missed="skip",
            grace_seconds=90,
            overlap=number == 0,
            next_run_at=write.time() if number == 0 else None,
            revision=number + 1,
            created_at=write.time(),
            updated_at=write.time(),
        )


def _memories(connection: psycopg.Connection[Any], write: Writer) -> None:
    for number in range(30):
        fact, old = number % 3 > 0, number % 5 == 1
        insert(
            connection,
            "popagent_memories",
            id=write.uuid(),
            resource_id=("popagent-user", "somebody é")[number % 7 == 0],
            session_id=write.id() if number % 2 else None,
            kind="fact" if fact else "episode",
            key=f"key.{number} {write.text(9)}" if fact and number % 2 else None,
            content=f"{number} {write.text(1_000)}",
            importance=write.number(),
            created_at=write.time(),
            updated_at=write.time(),
            last_accessed_at=write.time() if number % 4 == 0 else None,
            access_count=number * 10**12,
            revision=number,
            superseded_at=write.time() if fact and old else None,
            superseded_by=write.uuid() if fact and old else None,
        )
    connection.execute("delete from popagent_memories where seq % 7 = 3")
    for number in range(5):
        insert(
            connection,
            "popagent_memory_tombstones",
            resource_id="popagent-user",
            key=write.text(20) if number % 2 else None,
            folded_sha256=bytes([number // 2]) * 32,
            deleted_at="2026-05-05 05:05:05.5+00" if number < 3 else write.time(),
        )


def _session(connection: psycopg.Connection[Any], write: Writer, number: int) -> None:
    id, model = write.id(), write.text(30)
    insert(
        connection,
        "popagent_threads",
        id=id,
        kind="chat",
        resource_id="popagent-user",
        created_at=write.time(),
    )
    insert(
        connection,
        "popagent_sessions",
        id=id,
        title=write.text(150),
        title_locked=number % 2 == 0,
        workspace_id=("default", "w0", "w1")[number % 3],
        metadata=write.json(),
        feedback=write.json(),
        revision=number + 1,
        created_at=write.time(),
        updated_at=write.time(),
        archived_at=write.time() if number % 4 == 1 else None,
        pinned_at=write.time() if number % 4 == 2 else None,
        title_generated=number % 3 == 0,
        forked_from=write.id() if number % 5 == 0 else None,
    )
    insert(
        connection,
        "popagent_thread_state",
        thread_id=id,
        draft=write.text(),
        draft_id=write.id(),
        sent_id=write.id(),
        read_position=number,
        updated_at=write.time(),
    )
    if number % 4 == 1:
        _files(connection, write, id)
    for turn in range(number % 4):
        _turn(connection, write, id, model, turn)
    if number % 3 == 1:
        insert(
            connection,
            "popagent_queued_messages",
            thread_id=id,
            position=3,
            id="waiting",
            parts=write.parts(),
            metadata=write.json(),
            model=model,
            workspace_id=None if number % 2 else "w1",
            revision=4,
            created_at=write.time(),
        )


def _task(connection: psycopg.Connection[Any], write: Writer, number: int) -> None:
    id, state = write.uuid(), ("completed", "failed", "cancelled")[number % 3]
    thread = f"task-{number}"
    insert(
        connection,
        "popagent_threads",
        id=thread,
        kind="task",
        resource_id="popagent-user",
        created_at=write.time(),
    )
    insert(
        connection,
        "popagent_agent_tasks",
        id=id,
        workspace_id="w1",
        title=write.text(100),
        prompt=write.text(),
        origin="manual",
        state=state,
        error=write.text(50) if state == "failed" else None,
        thread_id=thread,
        attempt=number,
        recoveries=0,
        timeout_seconds=60,
        created_at=write.time(),
        started_at=write.time(),
        finished_at=write.time(),
    )


def _files(connection: psycopg.Connection[Any], write: Writer, thread: str | None) -> None:
    """A picture of all bytes, and a text."""
    text = write.text(2_000)
    for content, kind in ((bytes(range(256)) * 9, "image/png"), (text.encode(), "text/plain")):
        insert(
            connection,
            "popagent_attachments",
            id=write.id(),
            thread_id=thread,
            name="é 日本.txt",
            media_type=kind,
            size_bytes=len(content),
            sha256=hashlib.sha256(content).digest(),
            content=content,
            text_content=text if kind == "text/plain" else None,
            created_at=write.time(),
        )


def _turn(connection: psycopg.Connection[Any], write: Writer, thread: str, model: str, turn: int) -> None:
    question, runs = f"q{turn}", [write.uuid(), write.uuid()]
    for attempt, run in enumerate(runs, start=1):
        state = ("completed", "failed", "stopped", "interrupted")[(turn + attempt) % 4]
        insert(
            connection,
            "popagent_executions",
            id=run,
            kind="turn",
            thread_id=thread,
            agent_id="popagent",
            state=state,
            end_reason=write.text(10),
            error=write.text(50) if state == "failed" else None,
            settings=write.json(),
            model=model,
            attempt=attempt,
            owner="elsewhere",
            trace_id=write.uuid(),
            question_id=question,
            answer_id=f"a{turn}-{attempt}",
            usage=NUMBERS,
            memory_ids=[write.uuid()],
            started_at=write.time(),
            finished_at=write.time(),
        )
    insert(
        connection,
        "popagent_tool_approvals",
        id=write.id(),
        execution_id=runs[0],
        thread_id=thread,
        tool_call_id="call",
        tool="shell",
        input=write.json(),
        decision="approved" if turn else None,
        scope="session" if turn else None,
        asked_at=write.time(),
        decided_at=write.time() if turn else None,
    )
    insert(
        connection,
        "popagent_skill_activations",
        execution_id=runs[0],
        skill_id=write.id(),
        name="gone",
        revision=turn,
        activated_at=write.time(),
    )
    rows = [("user", question, None, True, runs[1])]
    rows += [("assistant", f"a{turn}-{at}", question, at == 2, runs[at - 1]) for at in (1, 2)]
    for place, (role, id, answers, shown, run) in enumerate(rows):
        insert(
            connection,
            "popagent_messages",
            thread_id=thread,
            position=turn * 10 + place + 1,
            id=id,
            role=role,
            parts=write.parts(),
            metadata=write.json(),
            execution_id=run,
            created_at=write.time(),
            question_id=answers,
            shown=shown,
        )


def _aside(connection: psycopg.Connection[Any], write: Writer) -> None:
    """A chat without a session, a task, a delegation of a turn; and what never goes along: temporary or not sent."""
    _files(connection, write, None)
    insert(connection, "popagent_threads", id=write.id(), kind="chat", resource_id="popagent-user")
    insert(
        connection,
        "popagent_threads",
        id=write.id(),
        kind="task",
        resource_id="somebody é",
        created_at=write.time(),
    )
    delegated = write.id()
    insert(connection, "popagent_threads", id=delegated, kind="delegation", resource_id="popagent-user")
    connection.execute(
        """
        insert into popagent_executions
            (kind, thread_id, parent_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
        select 'delegation', %s, id, agent_id, 'completed', 'final', '{}', model, owner, 'brief', finished_at
        from popagent_executions order by id limit 1
        """,
        [delegated],
    )
    connection.execute(
        """
        with child as (
            update popagent_executions set call_id = 'call-1' where thread_id = %(thread)s returning parent_id
        )
        update popagent_threads t set parent_id = e.thread_id
        from child c join popagent_executions e on e.id = c.parent_id
        where t.id = %(thread)s
        """,
        {"thread": delegated},
    )
    insert(connection, "popagent_threads", id="hidden", kind="chat", resource_id="popagent-user")
    insert(
        connection,
        "popagent_sessions",
        id="hidden",
        title="Nobody sees this",
        workspace_id="default",
        temporary=True,
    )
    insert(connection, "popagent_thread_state", thread_id="hidden", draft="Nobody sees this either")
    _turn(connection, write, "hidden", "model", 1)
