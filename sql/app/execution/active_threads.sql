-- The threads in which something runs, or waits for its owner, and which of it.
create function execution.active_threads()
returns table (thread_id text, state text)
language sql stable
as $$
select e.thread_id, e.state
from public.popagent_executions e
where e.state in ('running', 'stopping', 'waiting')
$$;
