do $$
begin
    assert (select array_agg(s.id) from agent.specialists('popagent') s) = array['researcher', 'implementer', 'reviewer'],
        'the supervisor may delegate to all three, in their order';
    assert not exists (select from agent.specialists('popagent') s where s.asks), 'none has a tool that asks';
    update popagent_agents set tools = array['remember'] where id = 'reviewer';
    perform agent.set_tool_policy('remember', 'ask');
    assert (select array_agg(s.id) = array['reviewer'] from agent.specialists('popagent') s where s.asks), 'who has one';
    update popagent_agents set delegation_eligible = false where id = 'implementer';
    assert (select array_agg(s.id) from agent.specialists('popagent') s) = array['researcher', 'reviewer'],
        'to those that are eligible';
    assert not exists (select from agent.specialists('researcher')), 'a specialist delegates to nobody';
end
$$;
