-- A page of agents as an export holds them, in the order of their ids.
create function agent.export_agents(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(a.id), to_jsonb(a)
from public.popagent_agents a
where p_after is null or a.id collate "C" > p_after #>> '{}'
order by a.id collate "C"
limit p_limit
$$;
