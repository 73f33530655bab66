-- Runs of hooks in their order, after one and at most so many: those of a session, a turn, a task or a hook; of a
-- hook the newest. `command` tells what the hook runs as it is now, null when it is gone.
create function hook.runs(
    p_session_id text default null,
    p_task_id uuid default null,
    p_hook_id uuid default null,
    p_turn_id uuid default null,
    p_after bigint default 0,
    p_limit integer default 100
)
returns table (
    id bigint,
    event_id uuid,
    attempt integer,
    session_id text,
    turn_id uuid,
    task_id uuid,
    hook_id uuid,
    hook_revision bigint,
    event text,
    tool_name text,
    tool_call_id text,
    agent_id text,
    started_at timestamptz,
    duration_ms integer,
    outcome text,
    exit_code integer,
    http_status integer,
    bytes_in bigint,
    bytes_out bigint,
    command text
)
language sql stable
as $$
select
    r.id, r.event_id, r.attempt, r.session_id, r.turn_id, r.task_id, r.hook_id, r.hook_revision, r.event, r.tool_name,
    r.tool_call_id, r.agent_id, r.started_at, r.duration_ms, r.outcome, r.exit_code, r.http_status, r.bytes_in, r.bytes_out,
    coalesce(h.url, array_to_string(h.argv, ' '))
from public.popagent_hook_runs r
left join public.popagent_hooks h on h.id = r.hook_id
where (p_session_id is null or r.session_id = p_session_id)
and (p_task_id is null or r.task_id = p_task_id)
and (p_hook_id is null or r.hook_id = p_hook_id)
and (p_turn_id is null or r.turn_id = p_turn_id)
and r.id > p_after
order by case when p_hook_id is null then r.id else -r.id end
limit p_limit
$$;
