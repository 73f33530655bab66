-- How an execution stands: what the last frames of its stream and its page are made of.
create function execution.ending(p_execution_id uuid)
returns table (
    thread_id text,
    answer_id text,
    trace_id text,
    state text,
    end_reason text,
    error text,
    usage jsonb,
    revision bigint
)
language sql stable
as $$
select e.thread_id, e.answer_id, e.trace_id, e.state, e.end_reason, e.error, e.usage, s.revision
from public.popagent_executions e
left join public.popagent_sessions s on s.id = e.thread_id
where e.id = p_execution_id
$$;
