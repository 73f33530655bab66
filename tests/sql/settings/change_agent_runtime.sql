do $$
declare
    v_changed record;
    v_before jsonb;
    v_hint text;
    v_detail jsonb;
begin
    perform set_config('popagent.now', '2027-01-02 03:04+00', true);
    select a.settings into v_before from settings.agent_runtime() a;
    select * into strict v_changed from settings.change_agent_runtime(
        1, '{"supervisor_max_steps": 7, "delegation_truncation_text": "cut", "default_model": "big"}');
    assert v_changed.settings = v_before || jsonb_build_object(
        'supervisor_max_steps', 7, 'delegation_truncation_text', 'cut', 'default_model', 'big',
        'revision', 2, 'updated_at', v_changed.settings -> 'updated_at'), 'what is named changes, and nothing else';
    assert (v_changed.settings ->> 'updated_at')::timestamptz = '2027-01-02 03:04+00', 'at the time of the clock';
    assert v_changed.default_model = 'big', 'the whole row comes back';

    select * into strict v_changed from settings.change_agent_runtime(2, settings.agent_runtime_seed());
    assert v_changed.settings - array['revision', 'updated_at'] = settings.agent_runtime_seed(), 'each setting can be changed';

    begin
        perform settings.change_agent_runtime(2, '{"supervisor_max_steps": 8}');
        assert false, 'a stale revision is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
        assert v_hint = 'revision_conflict', v_hint;
        assert v_detail ->> 'revision' = '3' and not v_detail ? 'singleton', 'with what is stored';
    end;
    begin
        perform settings.change_agent_runtime(null, '{"supervisor_max_steps": 8}');
        assert false, 'and so is none';
    exception when sqlstate 'PT409' then null;
    end;
    begin
        perform settings.change_agent_runtime(3, '{"processor_retries": 1, "supervisor_max_steps": 0}');
        assert false, 'a value out of range is refused';
    exception when sqlstate 'PT422' then null;
    end;
    begin
        perform settings.change_agent_runtime(3, '{"default_model": "gone"}', array['one'], true);
        assert false, 'a model that a complete catalogue lacks is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'unknown_model', v_hint;
    end;
    assert (select a.settings -> 'revision' = '3' from settings.agent_runtime() a), 'what was refused changed nothing';

    perform settings.change_agent_runtime(3, '{"default_model": "gone"}', '{}', false);
    perform settings.change_agent_runtime(4, '{"default_model": "gone", "processor_retries": 0}', array['one'], true);
    assert (
        select a.settings -> 'processor_retries' = '0' and a.default_model = 'gone'
        from settings.agent_runtime() a
    ), 'a stored model that is gone does not stand in the way of other changes';
    perform settings.change_agent_runtime(5, '{"default_model": ""}', array['one'], true);

    delete from popagent_agent_runtime_settings;
    begin
        perform settings.change_agent_runtime(6, '{"processor_retries": 1}');
        assert false, 'a missing row is refused';
    exception when sqlstate 'PT503' then null;
    end;
    assert (select count(*) from popagent_agent_runtime_settings) = 0, 'and not made anew';
end
$$;
