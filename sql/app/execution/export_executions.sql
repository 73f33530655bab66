-- A page of executions as an export holds them, in the order of their ids: delegations, or all others, which
-- stand before them in the file because delegations name them.
create function execution.export_executions(p_delegations boolean, p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(e.id), execution.described(e)
from public.popagent_executions e
where (e.kind = 'delegation') = p_delegations
and (p_after is null or e.id > (p_after #>> '{}')::uuid)
order by e.id
limit p_limit
$$;
