do $$
declare
    v_rows jsonb := (select jsonb_agg(e.described || '{"default_model": "theirs", "updated_at": "2020-01-01T00:00:00Z"}') from settings.export_runtime() e);
    v_row record;
begin
    select * into v_row from settings.import_runtime(v_rows, false);
    assert v_row.n = 1 and v_row.stored is null, 'what was only seeded does not count as there';
    assert (select s.default_model = '' from popagent_agent_runtime_settings s), 'comparing writes nothing';

    perform settings.import_runtime(v_rows, true);
    assert (select s.default_model = 'theirs' and s.updated_at = '2020-01-01Z' from popagent_agent_runtime_settings s), 'it gives way';

    select * into v_row from settings.import_runtime(v_rows, true);
    assert v_row.stored = v_row.given, 'then they are equal';

    update popagent_agent_runtime_settings set default_model = 'mine', updated_at = clock();
    select * into v_row from settings.import_runtime(v_rows, true);
    assert v_row.stored ->> 'default_model' = 'mine' and v_row.given ->> 'default_model' = 'theirs', 'what its owner changed is told';
    assert (select s.default_model = 'mine' from popagent_agent_runtime_settings s), 'and stays';
end
$$;
