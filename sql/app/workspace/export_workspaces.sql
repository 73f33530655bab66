-- A page of repository definitions as an export holds them, in the order of their ids.
create function workspace.export_workspaces(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(w.id), to_jsonb(w)
from public.popagent_agent_workspaces w
where p_after is null or w.id collate "C" > p_after #>> '{}'
order by w.id collate "C"
limit p_limit
$$;
