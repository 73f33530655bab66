-- The tools that skills bring: all three when the agent has an enabled skill, else none.
create function agent.skill_tools(p_agent_id text)
returns text[]
language sql stable
as $$
select case
    when exists (select from public.popagent_agent_skills s where s.agent_id = p_agent_id and s.enabled)
        then array['skill', 'skill_read', 'skill_search']
    else '{}'
end
$$;
