-- Threads of delegations that no execution belongs to any more.
create function execution.lone_threads()
returns table (id text)
language sql stable
as $$
select t.id
from public.popagent_threads t
where t.kind = 'delegation'
and not exists (
    select
    from public.popagent_executions e
    where e.thread_id = t.id
)
$$;
