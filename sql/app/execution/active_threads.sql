-- The threads in which something runs.
create function execution.active_threads()
returns table (thread_id text)
language sql stable
as $$
select e.thread_id
from public.popagent_executions e
where e.state in ('running', 'stopping')
$$;
