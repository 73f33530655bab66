-- Gives a job to every queued task that has none, all of them and not a page; returns how many. Tasks of lost workers
-- are queued again by execution.reap, which task.follow hears; any process may call both at any time.
create function task.recover()
returns bigint
language sql
as $$
select count(task.enqueue(t.id))
from public.popagent_agent_tasks t
where t.state = 'queued'
and not exists (
    select
    from public.pgqueuer q
    where q.dedupe_key = 'task:' || t.id
    and q.status in ('queued', 'picked')
)
$$;
