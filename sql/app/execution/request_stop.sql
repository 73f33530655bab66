-- Asks for the stop of what runs in a thread, or of one execution if it still runs; returns it, or null.
-- The owner hears it at once; should the bell be out of order, at its next write.
create function execution.request_stop(p_thread_id text, p_execution_id uuid default null)
returns uuid
language sql
as $$
update public.popagent_executions e
set state = 'stopping'
where e.thread_id = p_thread_id
and (p_execution_id is null or e.id = p_execution_id)
and e.state in ('running', 'stopping')
returning e.id
$$;
