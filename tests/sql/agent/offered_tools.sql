do $$
begin
    delete from popagent_agent_skills;
    assert not exists (select from agent.offered_tools('researcher')), 'an agent without tools is offered none';
    update popagent_agents set tools = array['z', 'a', 'remember', 'm'] where id = 'researcher';
    perform agent.set_tool_policy('a', 'never');
    perform agent.set_tool_policy('m', 'ask');
    perform agent.set_tool_policy('elsewhere', 'always');
    assert (select array_agg(o.tool || ' ' || o.policy) from agent.offered_tools('researcher') o) =
        array['z always', 'remember always', 'm ask'], 'those that its row names, in its order, without what is never to be used';
    perform agent.create_skill('researcher', 'look', 'Use it always.', 'Look.');
    assert (select array_agg(o.tool) from agent.offered_tools('researcher') o) =
        array['z', 'remember', 'm', 'skill', 'skill_read', 'skill_search'], 'and those of its skills';
    assert not exists (select from agent.offered_tools('nobody')), 'an unknown agent is offered none';
end
$$;
