do $$
begin
    assert not exists (select from agent.missing()), 'a fresh database has all of it';
    delete from popagent_agents where id in ('popagent', 'reviewer');
    delete from popagent_agent_runtime_settings;
    assert (select array_agg(m.name) from agent.missing() m) = array[
        'popagent_agent_runtime_settings', 'popagent_agents (popagent)', 'popagent_agents (reviewer)'
    ], 'each row that is gone is named';
end
$$;
