do $$
declare
    v_hint text;
begin
    assert (select s.url = '' and s.on_done and s.on_failed and s.on_waiting and s.revision = 1 from settings.notification() s), 'nothing is sent at first';
    delete from popagent_notification_settings;
    begin
        perform settings.notification();
    exception when sqlstate 'PT503' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'settings_missing', 'a row that is gone is named';
end
$$;
