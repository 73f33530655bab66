-- A page of the saves of skills as an export holds them, skill by skill in their order.
create function agent.export_skill_revisions(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select jsonb_build_array(r.skill_id, r.revision), to_jsonb(r)
from public.popagent_agent_skill_revisions r
where p_after is null
or (r.skill_id collate "C", r.revision) > (p_after ->> 0, (p_after ->> 1)::bigint)
order by r.skill_id collate "C", r.revision
limit p_limit
$$;
