do $$
declare
    v_message text;
begin
    delete from popagent_agent_skills;
    v_message := agent.system_message('popagent');
    assert v_message like 'You are popagent%', 'it starts with the stored role';
    assert v_message like '%' || memory.guidance(), 'and ends with the fixed guidance on memory';

    update popagent_agents set instructions = 'Answer in rhymes.' where id = 'popagent';
    assert agent.system_message('popagent') = e'Answer in rhymes.\n\n' || memory.guidance(), 'an edited role is used as it is';

    assert agent.system_message('reviewer') = (select a.instructions from popagent_agents a where a.id = 'reviewer'),
        'a specialist without the tool is not told about it,';
    update popagent_agents set tools = array['remember'] where id = 'reviewer';
    assert agent.system_message('reviewer') like e'You are the reviewer%\n\n' || memory.guidance(), 'one with it is';

    perform agent.create_skill('reviewer', 'look-twice', 'Use it always.', 'Look twice.');
    assert agent.system_message('reviewer') like '%' || memory.guidance() || e'\n\n' || agent.skill_catalogue('reviewer'), 'skills come last';

    assert agent.system_message('nobody') is null, 'an unknown agent has none';
end
$$;
