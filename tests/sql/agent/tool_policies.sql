do $$
begin
    assert not exists (select from agent.tool_policies()), 'nothing is decided at first';
    perform agent.set_tool_policy('zip', 'never');
    perform agent.set_tool_policy('ask', 'always');
    assert (select array_agg(p.tool || ' ' || p.policy) from agent.tool_policies() p) = array['ask always', 'zip never'], 'by name';
end
$$;
