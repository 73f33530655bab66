-- What an execution waits for its owner to decide: its own question, or that of a specialist that waits within it.
create function execution.questions(p_execution_id uuid)
returns setof public.popagent_tool_approvals
language sql stable
as $$
select a.*
from public.popagent_executions e
join public.popagent_tool_approvals a on a.execution_id = e.id
where (e.id = p_execution_id or e.parent_id = p_execution_id)
and e.state = 'waiting'
and a.decision is null
$$;
