do $$
begin
    assert (
        select e.described = to_jsonb(s) - 'singleton'
        from settings.export_embedding() e, popagent_memory_embedding_settings s
    ), 'all but the mark of the one row';
    delete from popagent_memory_embedding_settings;
    assert not exists (select from settings.export_embedding()), 'a missing row is not made up';
end
$$;
