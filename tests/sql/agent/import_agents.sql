do $$
declare
    v_rows jsonb := (select jsonb_agg(e.described || '{"name": "Theirs", "revision": 5, "updated_at": "2020-01-01T00:00:00Z"}') from agent.export_agents(null, 1) e);
begin
    assert (select i.stored is null from agent.import_agents(v_rows, false) i), 'what was only seeded does not count as there';
    perform agent.import_agents(v_rows, true);
    assert (select to_jsonb(a) = i.given and i.stored = i.given from popagent_agents a, agent.import_agents(v_rows, true) i where a.id = 'implementer'), 'it gives way with all columns';
    update popagent_agents set name = 'Mine', updated_at = clock() where id = 'implementer';
    assert (select i.stored ->> 'name' = 'Mine' from agent.import_agents(v_rows, true) i), 'what its owner changed is told';
    assert (select a.name = 'Mine' from popagent_agents a where a.id = 'implementer'), 'and stays';
end
$$;
