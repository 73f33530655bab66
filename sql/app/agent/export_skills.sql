-- A page of skills as an export holds them, in the order of their ids.
create function agent.export_skills(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(s.id), to_jsonb(s)
from public.popagent_agent_skills s
where p_after is null or s.id collate "C" > p_after #>> '{}'
order by s.id collate "C"
limit p_limit
$$;
