-- Executions that wait although all that was asked about them is decided, longest running first. A specialist goes
-- on with its supervisor.
create function execution.decided()
returns table (id uuid, thread_id text)
language sql stable
as $$
select e.id, e.thread_id
from public.popagent_executions e
where e.state = 'waiting'
and e.kind <> 'delegation'
and not exists (select from execution.questions(e.id))
order by e.started_at
$$;
