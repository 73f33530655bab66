"""What the search makes of conversations that are there: older databases, many writers, restored dumps."""

import threading
from collections.abc import Iterator

import psycopg
import pytest

from app import schema
from tests.support import Cluster

MIGRATIONS = sorted((schema.SQL / "app/migrations").glob("*.sql"))
SAID = '[{"type": "text", "text": "cocoa and tea"}]'


@pytest.fixture
def dsn(each_cluster: Cluster) -> Iterator[str]:
    with each_cluster.database() as lent:
        yield lent


def index(db: psycopg.Connection) -> None:
    """Do what the background does until nothing waits."""
    while (db.execute("select thread.index_batch()").fetchone() or (0,))[0]:
        pass


def found(db: psycopg.Connection, words: str) -> list[tuple[str, int | None]]:
    return db.execute(
        "select f.session_id, f.position from thread.search('popagent-user', %s) f order by 1, 2", (words,)
    ).fetchall()


def test_messages_and_titles_of_an_older_database_are_found_once_they_are_indexed(
    each_cluster: Cluster,
) -> None:
    with each_cluster.empty_database() as dsn, psycopg.connect(dsn, autocommit=True) as db:
        for file in MIGRATIONS:
            if file.name.startswith("0027"):
                db.execute(
                    "insert into popagent_threads (id, kind, resource_id) values ('s', 'chat', 'popagent-user')"
                )
                db.execute(
                    "insert into popagent_threads (id, kind, resource_id) values ('t', 'task', 'popagent-user')"
                )
                db.execute(
                    "insert into popagent_sessions (id, title, workspace_id) values ('s', 'Cocoa', 'default')"
                )
                db.execute(
                    "insert into popagent_messages"
                    " (thread_id, position, id, role, parts, metadata, execution_id, question_id, shown)"
                    " values ('s', 1, 'q', 'user', %(said)s, '{}', gen_random_uuid(), null, true),"
                    " ('s', 2, 'a1', 'assistant', %(said)s, '{}', gen_random_uuid(), 'q', false),"
                    " ('s', 3, 'a2', 'assistant', %(said)s, '{}', gen_random_uuid(), 'q', true),"
                    " ('t', 1, 'q', 'user', %(said)s, '{}', gen_random_uuid(), null, true)",
                    {"said": SAID},
                )  # fmt: skip
            db.execute(file.read_bytes())
        waiting = db.execute("select count(*) from popagent_thread_search where search is null").fetchone()
        assert waiting == (3,), "a title and what is shown of chats"


def test_the_loader_leaves_what_was_indexed_and_the_chore_does_the_rest(dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as db:
        db.execute("select session.open('s', 'Cocoa', null)")
        db.execute("select thread.append('s', 'm', 'user', %s, '{}', gen_random_uuid())", (SAID,))
        db.execute("update popagent_thread_search set search = null, terms_version = 0 where position = 1")
        assert found(db, "cocoa") == [("s", None)]
        index(db)
        assert found(db, "cocoa") == [("s", 1), ("s", None)]


def test_any_number_of_processes_index_without_waiting_for_each_other_or_for_writers(dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as db:
        for chat in range(4):
            db.execute("select session.open(%s, '', null)", (f"s{chat}",))
            db.execute(
                "insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id)"
                " select %s, n, 'm' || n, 'user', %s::jsonb, '{}', gen_random_uuid()"
                " from generate_series(1, 300) n",
                (f"s{chat}", SAID),
            )
        faults: list[Exception] = []

        def work(task: str) -> None:
            try:
                with psycopg.connect(dsn, autocommit=True) as own:
                    own.execute("set lock_timeout = '20s'")
                    if task == "index":
                        index(own)
                    elif task == "remove":
                        own.execute("select thread.remove('s3')")
                    else:
                        for number in range(50):
                            own.execute(
                                "select thread.append('s0', %s, 'user', %s, '{}', gen_random_uuid())",
                                (f"new{number}", SAID),
                            )
            except Exception as fault:
                faults.append(fault)

        workers = [
            threading.Thread(target=work, args=(task,))
            for task in ("index", "index", "index", "write", "remove")
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        index(db)
        assert faults == []
        counted = db.execute(
            "select thread_id, count(*), bool_and(search @@ 'cocoa') from popagent_thread_search"
            " where position is not null group by 1 order by 1"
        ).fetchall()
        assert counted == [("s0", 350, True), ("s1", 300, True), ("s2", 300, True)]
