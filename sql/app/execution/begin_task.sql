-- Begins a run of a task in its thread, with a fresh snapshot of the settings; its first run stores the prompt.
-- The caller holds the lock of the task.
create function execution.begin_task(
    p_thread_id text,
    p_prompt text,
    p_model text,
    p_owner text,
    p_lease_seconds integer,
    p_attempt integer,
    p_id uuid
)
returns void
language sql
as $$
select thread.append(
    p_thread_id, 'prompt', 'user', jsonb_build_array(jsonb_build_object('type', 'text', 'text', p_prompt)), '{}', p_id
)
where not exists (select from public.popagent_messages m where m.thread_id = p_thread_id and m.id = 'prompt');

insert into public.popagent_executions
    (id, kind, thread_id, agent_id, state, settings, model, owner, lease_expires_at, question_id, attempt)
select
    p_id, 'task', p_thread_id, 'popagent', 'running', s.settings, p_model, p_owner,
    public.clock() + make_interval(secs => p_lease_seconds), 'prompt', p_attempt
from settings.agent_runtime() s
$$;
