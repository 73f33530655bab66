-- A page of what an owner was asked about calls of tools, and decided, as an export holds it, in the order of the ids.
create function execution.export_tool_approvals(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(a.id), to_jsonb(a)
from public.popagent_tool_approvals a
where p_after is null or a.id collate "C" > p_after #>> '{}'
order by a.id collate "C"
limit p_limit
$$;
