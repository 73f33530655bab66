-- Executions that wait although all that was asked about them is decided, longest running first.
create function execution.decided()
returns table (id uuid, thread_id text)
language sql stable
as $$
select e.id, e.thread_id
from public.popagent_executions e
where e.state = 'waiting'
and not exists (
    select
    from public.popagent_tool_approvals a
    where a.execution_id = e.id
    and a.decision is null
)
order by e.started_at
$$;
