do $$
declare
    v_rows jsonb := '[
        {"id": "default", "name": "Ours", "path": "p", "is_default": false, "revision": 3, "created_at": "2020-01-01T00:00:00Z", "updated_at": "2020-01-01T00:00:00Z"},
        {"id": "other", "name": "Other", "path": "o", "is_default": true, "revision": 1, "created_at": "2020-01-01T00:00:00Z", "updated_at": "2020-01-01T00:00:00Z"}
    ]';
begin
    assert (select array_agg(i.n order by i.n) = '{1,2}' and bool_and(i.stored is null) from workspace.import_workspaces(v_rows, false) i), 'the seeded one does not count as there';
    assert (select count(*) = 1 from popagent_agent_workspaces), 'comparing writes nothing';
    perform workspace.import_workspaces(v_rows, true);
    assert (select w.name = 'Ours' from popagent_agent_workspaces w where w.id = 'default'), 'it gives way';
    assert (select array_agg(w.id) = '{other}' or count(*) = 0 from popagent_agent_workspaces w where w.is_default), 'there is at most one default';

    update popagent_agent_workspaces set is_default = id = 'default', updated_at = clock();
    perform workspace.import_workspaces(v_rows || '[{"id": "third", "name": "T", "path": "t", "is_default": true, "revision": 1, "created_at": "2020-01-01T00:00:00Z", "updated_at": "2020-01-01T00:00:00Z"}]', true);
    assert (select array_agg(w.id) = '{default}' from popagent_agent_workspaces w where w.is_default), 'the default that is here stays it';
    assert exists (select from popagent_agent_workspaces w where w.id = 'third'), 'the new one comes in without';
    assert (select i.stored ->> 'is_default' = 'false' and i.given ->> 'is_default' = 'true' from workspace.import_workspaces(v_rows -> 1 || '[]', false) i), 'what differs is told';
end
$$;
