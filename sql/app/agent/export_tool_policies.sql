-- A page of what was decided about tools as an export holds it, in the order of the tools.
create function agent.export_tool_policies(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(p.tool), to_jsonb(p)
from public.popagent_tool_policies p
where p_after is null or p.tool collate "C" > p_after #>> '{}'
order by p.tool collate "C"
limit p_limit
$$;
