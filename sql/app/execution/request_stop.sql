-- Asks for the stop of what runs in a thread; returns it, or null when nothing runs.
-- The owner hears it at once when it is this process, and at its next write otherwise.
create function execution.request_stop(p_thread_id text)
returns uuid
language sql
as $$
update public.popagent_executions e
set state = 'stopping'
where e.thread_id = p_thread_id
and e.state in ('running', 'stopping')
returning e.id
$$;
