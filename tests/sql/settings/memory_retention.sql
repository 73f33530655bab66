do $$
declare
    v_hint text;
begin
    assert (select (s.episode_days, s.episodes_kept, s.revision) = (90, 5000, 1) from settings.memory_retention() s), 'seeded with 90 days and 5,000 episodes';
    assert not exists (
        select
        from information_schema.columns c
        where c.table_schema = 'public'
        and c.table_name = 'popagent_memory_retention_settings'
        and (c.column_default is not null or c.is_nullable = 'YES')
    ), 'settings have no database defaults and are never null';
    assert exists (select from popagent_data_migrations m where m.id = 'memory-retention-settings-1'), 'the seed left its mark';

    delete from popagent_memory_retention_settings;
    begin
        perform settings.memory_retention();
        assert false, 'a missing row is refused, nothing stands in for it';
    exception when sqlstate 'PT503' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'settings_missing', v_hint;
    end;
end
$$;
