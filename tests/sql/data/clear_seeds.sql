do $$
begin
    perform data.clear_seeds('{}');
    assert exists (select from popagent_agent_workspaces) and exists (select from popagent_agent_skills), 'seeds that the export does not know stay';
    perform session.open('s', 'S', null);
    perform data.clear_seeds(data.seeds());
    assert exists (select from popagent_agent_workspaces), 'nothing goes from a database that is used';
    perform session.remove('s');
    perform data.clear_seeds(data.seeds());
    assert not exists (select from popagent_agent_workspaces) and not exists (select from popagent_agent_skills), 'from a fresh one what was seeded goes';
    assert exists (select from popagent_agents) and exists (select from popagent_agent_runtime_settings), 'but for what nobody can delete';
end
$$;
