-- Tasks, newest first, after the one that a page ended with, each with how its newest run stands; of certain states, of
-- one schedule, or the one with an id, if those are named.
create function task.list_page(
    p_states text[] default null,
    p_schedule_id uuid default null,
    p_before_created_at timestamptz default null,
    p_before_id uuid default null,
    p_limit integer default 50,
    p_id uuid default null
)
returns table (
    id uuid,
    workspace_id text,
    title text,
    prompt text,
    origin text,
    schedule_id uuid,
    due_at timestamptz,
    state text,
    error text,
    thread_id text,
    execution_id uuid,
    attempt integer,
    recoveries integer,
    timeout_seconds integer,
    created_at timestamptz,
    started_at timestamptz,
    finished_at timestamptz,
    run_started_at timestamptz,
    model text,
    trace_id text,
    end_reason text,
    usage jsonb
)
language sql stable
as $$
select
    t.id, t.workspace_id, t.title, t.prompt, t.origin, t.schedule_id, t.due_at, t.state, t.error, t.thread_id, t.execution_id,
    t.attempt, t.recoveries, t.timeout_seconds, t.created_at, t.started_at, t.finished_at,
    e.started_at, e.model, e.trace_id, e.end_reason, coalesce(e.usage, '{}')
from public.popagent_agent_tasks t
left join public.popagent_executions e on e.id = t.execution_id
where (p_states is null or t.state = any (p_states))
and (p_schedule_id is null or t.schedule_id = p_schedule_id)
and (p_before_id is null or (t.created_at, t.id) < (p_before_created_at, p_before_id))
and (p_id is null or t.id = p_id)
order by t.created_at desc, t.id desc
limit least(greatest(p_limit, 1), 200)
$$;
