-- Begins a turn on a question that is stored, with a fresh snapshot of the settings; returns its execution.
-- Attempts at the same question count on. The caller holds the lock of the session.
create function execution.begin_turn(
    p_thread_id text,
    p_question_id text,
    p_model text,
    p_owner text,
    p_lease_seconds integer,
    p_id uuid default gen_random_uuid()
)
returns uuid
language sql
as $$
insert into public.popagent_executions
    (id, kind, thread_id, agent_id, state, settings, model, owner, lease_expires_at, question_id, attempt)
select
    p_id, 'turn', p_thread_id, 'popagent', 'running', s.settings, p_model, p_owner,
    public.clock() + make_interval(secs => p_lease_seconds), p_question_id, (
        select coalesce(max(e.attempt), 0) + 1
        from public.popagent_executions e
        where e.kind = 'turn'
        and e.thread_id = p_thread_id
        and e.question_id = p_question_id
    )
from settings.agent_runtime() s
returning id
$$;
