-- A page of schedules as an export holds them, in the order of their ids.
create function task.export_schedules(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(s.id), task.described_schedule(s)
from public.popagent_agent_schedules s
where p_after is null or s.id > (p_after #>> '{}')::uuid
order by s.id
limit p_limit
$$;
