do $$
declare
    v_hint text;
    v_detail jsonb;
begin
    assert (select c.enabled and c.model = '' and c.revision = 2 from settings.change_memory_embedding(1, true, null) c),
        'what is null stays as it is';
    assert (select c.enabled and c.model = 'mini' and c.revision = 3 from settings.change_memory_embedding(2, null, 'mini') c),
        'each change raises the revision';
    begin
        perform settings.change_memory_embedding(2, false, null);
        assert false, 'a stale revision is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
        assert v_hint = 'revision_conflict', v_hint;
        assert v_detail ->> 'model' = 'mini' and (v_detail ->> 'revision')::integer = 3, 'with what is stored';
    end;
    begin
        perform settings.change_memory_embedding(3, null, repeat('m', 201));
        assert false, 'a name that is too long is refused';
    exception when sqlstate 'PT422' then null;
    end;
    assert (select s.enabled and s.revision = 3 from settings.memory_embedding() s), 'what was refused changed nothing';
end
$$;
