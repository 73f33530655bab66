do $$
begin
    assert (select array_agg(s.id) from agent.specialists('popagent') s) = array['researcher', 'implementer', 'reviewer'],
        'the supervisor may delegate to all three, in their order';
    update popagent_agents set delegation_eligible = false where id = 'implementer';
    assert (select array_agg(s.id) from agent.specialists('popagent') s) = array['researcher', 'reviewer'],
        'to those that are eligible';
    assert not exists (select from agent.specialists('researcher')), 'a specialist delegates to nobody';
end
$$;
