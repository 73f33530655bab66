do $$
begin
    assert not exists (
        select
        from data.kinds() k
        where k.kind in ('runtime_settings', 'embedding_settings', 'retention_settings', 'workspace', 'agent', 'skill', 'skill_revision')
        and not exists (select from data.rows_after(k.kind, null, 10))
    ), 'what is seeded is found under its kind';
    assert not exists (select from data.rows_after('runtime_settings', 'true', 10)), 'one row has no page after it';
    assert not exists (select from data.rows_after('secret', null, 10)), 'of other kinds there is nothing';
end
$$;
