do $$
begin
    assert (select (p.tool, p.policy) = ('proposeSchedule', 'ask') from agent.tool_policies() p), 'what is decided at first';
    delete from popagent_tool_policies;
    perform agent.set_tool_policy('zip', 'never');
    perform agent.set_tool_policy('ask', 'always');
    assert (select array_agg(p.tool || ' ' || p.policy) from agent.tool_policies() p) = array['ask always', 'zip never'], 'by name';
end
$$;
