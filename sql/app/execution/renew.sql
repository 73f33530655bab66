-- Renews the leases of a process's executions and names those it must stop working on:
-- a stop was asked for, or they are not its own any more.
create function execution.renew(p_owner text, p_execution_ids uuid[], p_lease_seconds integer)
returns table (execution_id uuid)
language sql
as $$
with renewed as (
    update public.popagent_executions e
    set lease_expires_at = public.clock() + make_interval(secs => p_lease_seconds)
    where e.id = any (p_execution_ids)
    and e.owner = p_owner
    and e.state in ('running', 'stopping')
    returning e.id, e.state
)
select x.id
from unnest(p_execution_ids) as x (id)
left join renewed r using (id)
where r.state is distinct from 'running'
$$;
