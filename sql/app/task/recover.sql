-- Gives a job to every queued task that has none, all of them and not a page, and wakes the workers for those that have
-- one; returns how many got one. Tasks of lost workers are queued again by execution.reap, which task.follow hears.
-- Any process may call both at any time.
create function task.recover()
returns bigint
language sql
as $$
select job.wake()
where exists (select from public.popagent_agent_tasks t where t.state = 'queued');

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
