-- Has a session named by the model that answered, once this transaction is stored; nothing when it needs no name,
-- or when that is under way.
create function execution.request_title(p_execution_id uuid)
returns void
language sql
as $$
select job.enqueue('session-title', 'session-title:' || e.thread_id, convert_to(e.id::text, 'UTF8'))
from public.popagent_executions e
where e.id = p_execution_id
and session.wants_title(e.thread_id)
$$;
