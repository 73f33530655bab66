-- Ends a task that cannot begin, with what its owner has to change first; one that is not queued any more stays as it is.
create function task.fail(p_id uuid, p_error text)
returns void
language sql
as $$
update public.popagent_agent_tasks t
set state = 'failed', error = p_error, finished_at = public.clock()
where t.id = p_id
and t.state = 'queued'
$$;
