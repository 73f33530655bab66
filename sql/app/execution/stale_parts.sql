-- How many rows of streams are kept that sweep would remove.
create function execution.stale_parts()
returns bigint
language sql stable
as $$
select count(*)
from public.popagent_execution_parts p
join public.popagent_executions e on e.id = p.execution_id
where e.finished_at < public.clock() - interval '1 minute'
$$;
