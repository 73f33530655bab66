do $$
begin
    assert agent.skill_tools('researcher') = array['skill', 'skill_read', 'skill_search'], 'skills bring three tools';
    update popagent_agent_skills set enabled = false where agent_id = 'researcher';
    assert agent.skill_tools('researcher') = '{}', 'disabled ones bring none';
end
$$;
