do $$
declare
    v_hint text;
begin
    update popagent_agent_runtime_settings set default_model = 'stored';
    assert execution.model_for('asked', '{asked,first}', true) = 'asked', 'the model asked for';
    assert execution.model_for(null, '{first,stored}', true) = 'stored', 'else the stored default';
    update popagent_agent_runtime_settings set default_model = '';
    assert execution.model_for(null, '{first,second}', true) = 'first', 'else the catalogue''s first';
    begin
        perform execution.model_for('gone', '{first}', true);
        assert false, 'what a complete catalogue lacks is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'unknown_model', v_hint;
    end;
    assert execution.model_for('typed', '{first}', false) = 'typed', 'what an incomplete one lacks is not';
    assert execution.model_for('typed', '{}', false) = 'typed', 'nor what is typed where nothing is listed';
end
$$;
