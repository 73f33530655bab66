do $$
begin
    assert (
        select e.described = to_jsonb(s) - 'singleton'
        from settings.export_notification() e, popagent_notification_settings s
    ), 'all but the mark of the one row';
    delete from popagent_notification_settings;
    assert not exists (select from settings.export_notification()), 'a missing row is not made up';
end
$$;
