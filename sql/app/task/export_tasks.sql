-- A page of tasks as an export holds them, in the order of their ids.
create function task.export_tasks(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(t.id), task.described(t)
from public.popagent_agent_tasks t
where p_after is null or t.id > (p_after #>> '{}')::uuid
order by t.id
limit p_limit
$$;
