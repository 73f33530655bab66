do $$
declare
    v_reset record;
begin
    perform settings.change_agent_runtime(1, '{"supervisor_max_steps": 7, "processor_retries": 5, "default_model": "m"}');
    select * into strict v_reset from settings.reset_agent_runtime(2, array['supervisor_max_steps', 'default_model']);
    assert v_reset.settings @> '{"supervisor_max_steps": 24, "processor_retries": 5, "default_model": "", "revision": 3}',
        'the named ones go back, the rest stays: ' || v_reset.settings;
    begin
        perform settings.reset_agent_runtime(2, array['processor_retries']);
        assert false, 'a stale revision is refused';
    exception when sqlstate 'PT409' then null;
    end;
    begin
        perform settings.reset_agent_runtime(3, array['updated_at']);
        assert false, 'what is no setting has no seed';
    exception when sqlstate 'PT400' then null;
    end;
end
$$;
