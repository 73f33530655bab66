do $$
declare
    v_row record;
    v_hint text;
begin
    select * into strict v_row from settings.agent_runtime();
    assert v_row.default_model = '', 'the seeded default model is empty: the catalogue''s first until the owner chooses';
    assert v_row.settings ->> 'supervisor_max_steps' = '24', 'the snapshot carries each setting under its column''s name';
    assert not v_row.settings ? 'singleton', 'the snapshot leaves out what is no setting';
    assert (
        select count(*)
        from jsonb_object_keys(v_row.settings)
    ) = (
        select count(*) - 1
        from information_schema.columns c
        where c.table_schema = 'public'
        and c.table_name = 'popagent_agent_runtime_settings'
    ), 'the snapshot is whole';

    update popagent_agent_runtime_settings set default_model = 'one', revision = 2;
    select * into strict v_row from settings.agent_runtime();
    assert v_row.default_model = 'one', 'a change is read at once';
    assert v_row.settings ->> 'default_model' = 'one', 'and is part of the snapshot';

    delete from popagent_agent_runtime_settings;
    begin
        perform settings.agent_runtime();
        assert false, 'a missing row is refused, nothing stands in for it';
    exception when sqlstate 'PT503' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'settings_missing', v_hint;
    end;
end
$$;
