-- The texts of a skill as they were saved, newest first.
create function agent.skill_history(p_agent_id text, p_id text)
returns table (revision bigint, name text, description text, body text, reference_files jsonb, saved_at timestamptz)
language sql stable
as $$
select r.revision, r.name, r.description, r.body, r.reference_files, r.saved_at
from public.popagent_agent_skill_revisions r
join public.popagent_agent_skills s on s.id = r.skill_id
where s.agent_id = p_agent_id
and s.id = p_id
order by r.revision desc
limit 200
$$;
