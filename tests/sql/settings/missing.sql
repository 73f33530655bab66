do $$
begin
    assert not exists (select from settings.missing()), 'a fresh database has all settings';
    assert (
        select count(*)
        from information_schema.tables t
        where t.table_schema = 'public'
        and t.table_name like 'popagent\_%\_settings'
    ) = 4, 'whoever adds settings names them in settings.missing() too';
    delete from popagent_agent_runtime_settings;
    delete from popagent_memory_embedding_settings;
    delete from popagent_memory_retention_settings;
    delete from popagent_notification_settings;
    assert (select array_agg(m.name order by m.name) from settings.missing() m) =
        array['popagent_agent_runtime_settings', 'popagent_memory_embedding_settings', 'popagent_memory_retention_settings', 'popagent_notification_settings'], 'each that is gone is named';
end
$$;
