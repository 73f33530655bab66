do $$
declare
    v_hint text;
begin
    assert (select not s.enabled and s.model = '' and s.revision = 1 from settings.memory_embedding() s),
        'seeded switched off, for it costs tokens, and with the gateway''s first model that embeds';
    assert not exists (
        select
        from information_schema.columns c
        where c.table_schema = 'public'
        and c.table_name = 'popagent_memory_embedding_settings'
        and (c.column_default is not null or c.is_nullable = 'YES')
    ), 'settings have no database defaults and are never null';
    assert exists (select from popagent_data_migrations m where m.id = 'memory-embedding-settings-1'), 'the seed left its mark';

    delete from popagent_memory_embedding_settings;
    begin
        perform settings.memory_embedding();
        assert false, 'a missing row is refused, nothing stands in for it';
    exception when sqlstate 'PT503' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'settings_missing', v_hint;
    end;
end
$$;
