"""What the migration to versions and queue makes of conversations that are there."""

import psycopg

from app import schema
from tests.support import Cluster

MIGRATIONS = sorted((schema.SQL / "app/migrations").glob("*.sql"))
BEFORE = """
insert into popagent_threads (id, kind, resource_id) values ('s', 'chat', 'x'), ('t', 'chat', 'x');
insert into popagent_sessions (id, title, workspace_id) select t.id, '', w.id
from popagent_threads t cross join popagent_agent_workspaces w;
insert into popagent_executions
    (kind, thread_id, agent_id, state, settings, model, owner, question_id, answer_id, end_reason, finished_at)
values
    ('turn', 's', 'popagent', 'completed', '{}', 'm', 'me', 'q1', 'a1', 'final', now()),
    ('turn', 's', 'popagent', 'interrupted', '{}', 'm', 'me', 'q2', 'a2', 'interrupted', now()),
    ('turn', 't', 'popagent', 'completed', '{}', 'm', 'me', 'q1', 'a1', 'final', now());
insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id)
select
    x.thread, x.position, x.id, x.role, '[{"type": "text", "text": "hello"}]', '{}',
    coalesce(e.id, gen_random_uuid())
from (
    values
        ('s', 1, 'q1', 'user', 'q1'), ('s', 2, 'a1', 'assistant', 'q1'), ('s', 3, 'q2', 'user', 'q2'),
        ('s', 4, 'stray', 'assistant', 'nothing'), ('t', 1, 'q1', 'user', 'q1'), ('t', 2, 'a1', 'assistant', 'q1')
) x (thread, position, id, role, question)
left join popagent_executions e on e.thread_id = x.thread and e.question_id = x.question;
"""


def test_answers_that_are_there_learn_their_questions(each_cluster: Cluster) -> None:
    with each_cluster.empty_database() as dsn, psycopg.connect(dsn, autocommit=True) as db:
        for file in MIGRATIONS:
            if file.name.startswith("0025"):
                db.execute(schema._q(BEFORE))
            db.execute(schema._q(file.read_text(encoding="utf-8")))
        rows = db.execute(
            "select thread_id, id, question_id, shown from popagent_messages order by thread_id, position"
        ).fetchall()
    assert rows == [
        ("s", "q1", None, True),
        ("s", "a1", "q1", True),
        ("s", "q2", None, True),
        ("s", "stray", None, True),
        ("t", "q1", None, True),
        ("t", "a1", "q1", True),
    ]
