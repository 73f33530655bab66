do $$
begin
    insert into popagent_agent_workspaces values
        ('Zed', 'Z', 'z', false, 1, now(), now()),
        ('_a', 'A', 'a', false, 1, now(), now());
    assert (select array_agg(e.key #>> '{}') = array['Zed', '_a', 'default'] from workspace.export_workspaces(null, 10) e), 'in the order of the bytes, whatever the collation';
    assert (select array_agg(e.key #>> '{}') = array['_a'] from workspace.export_workspaces('"Zed"', 1) e), 'a page after a key';
    assert (select e.described = to_jsonb(w) from workspace.export_workspaces('"_a"', 1) e, popagent_agent_workspaces w where w.id = 'default'), 'with all columns';
end
$$;
