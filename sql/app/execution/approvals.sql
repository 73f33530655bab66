-- What a session's turn waits for its owner to decide, oldest first.
create function execution.approvals(p_thread_id text)
returns table (id text, execution_id uuid, tool_call_id text, tool text, input jsonb, asked_at timestamptz)
language sql stable
as $$
select a.id, a.execution_id, a.tool_call_id, a.tool, a.input, a.asked_at
from public.popagent_executions e
cross join lateral execution.questions(e.id) a
where e.thread_id = p_thread_id
and e.state = 'waiting'
order by a.asked_at
$$;
