do $$
declare
    v_rows jsonb := (select jsonb_agg(e.described || '{"on_done": false, "updated_at": "2020-01-01T00:00:00Z"}') from settings.export_notification() e);
    v_row record;
begin
    select * into v_row from settings.import_notification(v_rows, false);
    assert v_row.n = 1 and v_row.stored is null, 'what was only seeded does not count as there';
    assert (select s.on_done from popagent_notification_settings s), 'comparing writes nothing';

    perform settings.import_notification(v_rows, true);
    assert (select not s.on_done and s.updated_at = '2020-01-01Z' from popagent_notification_settings s), 'it gives way';

    select * into v_row from settings.import_notification(v_rows, true);
    assert v_row.stored = v_row.given, 'then they are equal';

    update popagent_notification_settings set on_failed = false, updated_at = clock();
    select * into v_row from settings.import_notification(v_rows, true);
    assert v_row.stored ->> 'on_failed' = 'false' and v_row.given ->> 'on_failed' = 'true', 'what its owner changed is told';
    assert (select not s.on_failed from popagent_notification_settings s), 'and stays';
end
$$;
