-- The execution that runs in a thread, or waits there for its owner; or null.
create function execution.running(p_thread_id text)
returns uuid
language sql stable
as $$
select e.id
from public.popagent_executions e
where e.thread_id = p_thread_id
and e.state in ('running', 'stopping', 'waiting')
$$;
