-- Keeps the text of a skill as it stands, under its revision.
create function agent.keep_skill(p_id text)
returns void
language sql
as $$
insert into public.popagent_agent_skill_revisions (skill_id, revision, name, description, body, reference_files)
select s.id, s.revision, s.name, s.description, s.body, s.reference_files
from public.popagent_agent_skills s
where s.id = p_id
$$;
