do $$
declare
    v_rows jsonb := (select jsonb_agg(e.described || '{"model": "theirs", "updated_at": "2020-01-01T00:00:00Z"}') from settings.export_embedding() e);
    v_row record;
begin
    select * into v_row from settings.import_embedding(v_rows, false);
    assert v_row.n = 1 and v_row.stored is null, 'what was only seeded does not count as there';
    assert (select s.model = '' from popagent_memory_embedding_settings s), 'comparing writes nothing';

    perform settings.import_embedding(v_rows, true);
    assert (select s.model = 'theirs' and s.updated_at = '2020-01-01Z' from popagent_memory_embedding_settings s), 'it gives way';

    select * into v_row from settings.import_embedding(v_rows, true);
    assert v_row.stored = v_row.given, 'then they are equal';

    update popagent_memory_embedding_settings set model = 'mine', updated_at = clock();
    select * into v_row from settings.import_embedding(v_rows, true);
    assert v_row.stored ->> 'model' = 'mine' and v_row.given ->> 'model' = 'theirs', 'what its owner changed is told';
    assert (select s.model = 'mine' from popagent_memory_embedding_settings s), 'and stays';
end
$$;
