do $$
begin
    assert (
        select e.described = to_jsonb(s) - 'singleton'
        from settings.export_runtime() e, popagent_agent_runtime_settings s
    ), 'all but the mark of the one row';
    delete from popagent_agent_runtime_settings;
    assert not exists (select from settings.export_runtime()), 'a missing row is not made up';
end
$$;
