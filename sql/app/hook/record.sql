-- Writes a run of a hook into the audit: the only function that does. What happened may be told a hook once more
-- after a crash; attempts count on.
create function hook.record(
    p_event_id uuid,
    p_hook_id uuid,
    p_hook_revision bigint,
    p_event text,
    p_outcome text,
    p_duration_ms integer,
    p_bytes_in bigint,
    p_bytes_out bigint,
    p_session_id text default null,
    p_turn_id uuid default null,
    p_task_id uuid default null,
    p_tool_name text default null,
    p_tool_call_id text default null,
    p_agent_id text default null,
    p_exit_code integer default null,
    p_http_status integer default null
)
returns void
language sql
as $$
insert into public.popagent_hook_runs (
    event_id, attempt, session_id, turn_id, task_id, hook_id, hook_revision, event, tool_name, tool_call_id, agent_id,
    started_at, duration_ms, outcome, exit_code, http_status, bytes_in, bytes_out
)
select
    p_event_id, coalesce(max(r.attempt), 0) + 1, p_session_id, p_turn_id, p_task_id, p_hook_id, p_hook_revision, p_event,
    p_tool_name, p_tool_call_id, p_agent_id, public.clock() - p_duration_ms * interval '1 millisecond', p_duration_ms,
    p_outcome, p_exit_code, p_http_status, p_bytes_in, p_bytes_out
from public.popagent_hook_runs r
where r.event_id = p_event_id
and r.hook_id = p_hook_id
$$;
