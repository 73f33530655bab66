-- Stores new stream parts of a process's executions, all in one call, and names those it must stop working on.
-- Each batch is {"execution_id", "first_n", "parts"}. Parts of an execution that this process does not
-- own any more are dropped. A batch that is sent again, longer, after a broken connection takes the
-- place of the first. Executions are locked before their parts are written, as finish does it, so that
-- what is ended or deleted meanwhile is dropped rather than an error. The commit does not wait for the
-- disk: a crash may cost the last moment.
create function execution.append(p_owner text, p_batches jsonb)
returns table (execution_id uuid)
language sql
as $$
select set_config('synchronous_commit', 'off', true);

with batch as (
    select b.execution_id, b.first_n, b.parts
    from jsonb_to_recordset(p_batches) as b (execution_id uuid, first_n integer, parts jsonb)
),
owned as (
    select e.id, e.state
    from public.popagent_executions e
    where e.id in (select b.execution_id from batch b)
    and e.owner = p_owner
    and e.state in ('running', 'stopping')
    order by e.id
    for key share of e
),
stored as (
    insert into public.popagent_execution_parts (execution_id, first_n, parts)
    select b.execution_id, b.first_n, b.parts
    from batch b
    join owned o on o.id = b.execution_id
    on conflict (execution_id, first_n) do update
    set parts = excluded.parts
)
select b.execution_id
from batch b
left join owned o on o.id = b.execution_id
where o.state is distinct from 'running'
$$;
