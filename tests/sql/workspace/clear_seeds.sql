do $$
declare
    v_seeded timestamptz[] := array(select d.applied_at from popagent_data_migrations d);
begin
    insert into popagent_agent_workspaces values ('mine', 'Mine', 'm', false, 1, now(), now());
    perform workspace.clear_seeds('{}');
    assert (select count(*) = 2 from popagent_agent_workspaces), 'seeds of other times stay';
    perform workspace.clear_seeds(v_seeded);
    assert (select array_agg(w.id) = '{mine}' from popagent_agent_workspaces w), 'what was seeded goes, what its owner made stays';
end
$$;
