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
    insert into popagent_tool_policies
    values ('proposeSchedule', 'ask', (select d.applied_at from popagent_data_migrations d where d.id = 'task-tools-1'));
    v_rows := '[{"tool": "proposeSchedule", "policy": "always", "updated_at": "2020-01-01T00:00:00Z"}]';
    assert (select i.stored is null from agent.import_tool_policies(v_rows, true) i), 'one as it was seeded counts as not there';
    assert (select p.policy = 'always' from popagent_tool_policies p where p.tool = 'proposeSchedule'), 'and gives way';
end
$$;
