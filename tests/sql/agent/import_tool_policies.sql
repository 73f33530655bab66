do $$
declare
    v_rows jsonb := '[{"tool": "shell", "policy": "never", "updated_at": "2020-01-01T00:00:00Z"}]';
begin
    delete from popagent_tool_policies;
    assert (select i.stored is null from agent.import_tool_policies(v_rows, false) i);
    assert not exists (select from popagent_tool_policies), 'comparing writes nothing';
    perform agent.import_tool_policies(v_rows, true);
    assert (select i.stored = i.given from agent.import_tool_policies(v_rows, true) i), 'what is not there comes in';
    update popagent_tool_policies set policy = 'ask';
    assert (select i.stored ->> 'policy' = 'ask' from agent.import_tool_policies(v_rows, true) i), 'what differs is told';
    assert (select p.policy = 'ask' from popagent_tool_policies p), 'and stays';
end
$$;
