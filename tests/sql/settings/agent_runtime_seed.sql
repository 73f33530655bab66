do $$
begin
    assert (
        select to_jsonb(s) - array['singleton', 'revision', 'updated_at']
        from popagent_agent_runtime_settings s
    ) = settings.agent_runtime_seed(), 'it is what the migration seeded, word for word';

    delete from popagent_agent_runtime_settings;
    assert settings.agent_runtime_seed() ? 'supervisor_max_steps', 'it is there to be shown,';
    assert (select count(*) from popagent_agent_runtime_settings) = 0, 'and restores nothing by itself';
end
$$;
