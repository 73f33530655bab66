do $$
declare
    v_hint text;
    v_detail jsonb;
begin
    assert (select (c.episode_days, c.episodes_kept, c.revision) = (30, 5000, 2) from settings.change_memory_retention(1, 30, null) c),
        'what is null stays as it is';
    assert (select (c.episode_days, c.episodes_kept, c.revision) = (30, 0, 3) from settings.change_memory_retention(2, null, 0) c),
        'each change raises the revision';
    begin
        perform settings.change_memory_retention(2, 10, 10);
        assert false, 'a stale revision is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
        assert v_hint = 'revision_conflict', v_hint;
        assert (v_detail ->> 'episode_days')::integer = 30 and (v_detail ->> 'revision')::integer = 3, 'with what is stored';
    end;
    begin
        perform settings.change_memory_retention(3, 0, 99999999999);
        assert false, 'what is out of range is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
        assert v_hint = 'out_of_range', v_hint;
        assert jsonb_path_query_array(v_detail, '$.fields[*].field') = '["episode_days", "episodes_kept"]', 'each field by its name';
    end;
    assert (select (s.episode_days, s.revision) = (30, 3) from settings.memory_retention() s), 'what was refused changed nothing';

    delete from popagent_memory_retention_settings;
    begin
        perform settings.change_memory_retention(3, 10, 10);
        assert false, 'a missing row is told as such';
    exception when sqlstate 'PT503' then
        null;
    end;
end
$$;
