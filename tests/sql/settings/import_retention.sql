do $$
declare
    v_rows jsonb := (select jsonb_agg(e.described || '{"episode_days": 7, "updated_at": "2020-01-01T00:00:00Z"}') from settings.export_retention() e);
    v_row record;
begin
    select * into v_row from settings.import_retention(v_rows, false);
    assert v_row.n = 1 and v_row.stored is null, 'what was only seeded does not count as there';
    assert (select s.episode_days = 90 from popagent_memory_retention_settings s), 'comparing writes nothing';

    perform settings.import_retention(v_rows, true);
    assert (select s.episode_days = 7 and s.updated_at = '2020-01-01Z' from popagent_memory_retention_settings s), 'it gives way';

    select * into v_row from settings.import_retention(v_rows, true);
    assert v_row.stored = v_row.given, 'then they are equal';

    update popagent_memory_retention_settings set episode_days = 8, updated_at = clock();
    select * into v_row from settings.import_retention(v_rows, true);
    assert v_row.stored ->> 'episode_days' = '8' and v_row.given ->> 'episode_days' = '7', 'what its owner changed is told';
    assert (select s.episode_days = 8 from popagent_memory_retention_settings s), 'and stays';
end
$$;
