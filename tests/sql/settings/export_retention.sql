do $$
begin
    assert (
        select e.described = to_jsonb(s) - 'singleton'
        from settings.export_retention() e, popagent_memory_retention_settings s
    ), 'all but the mark of the one row';
    delete from popagent_memory_retention_settings;
    assert not exists (select from settings.export_retention()), 'a missing row is not made up';
end
$$;
