-- The session in which the owner of an execution is asked, and whether somebody attends it: a specialist's questions
-- are its supervisor's.
create function execution.session_of(p_execution_id uuid)
returns table (thread_id text, attended boolean)
language sql stable
as $$
select s.thread_id, s.kind = 'turn'
from public.popagent_executions e
join public.popagent_executions s on s.id = coalesce(e.parent_id, e.id)
where e.id = p_execution_id
$$;
