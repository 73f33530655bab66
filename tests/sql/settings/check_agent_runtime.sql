do $$
declare
    v_case record;
    v_state text;
    v_hint text;
    v_detail jsonb;
begin
    perform settings.check_agent_runtime('{}');
    perform settings.check_agent_runtime(settings.agent_runtime_seed());
    perform settings.check_agent_runtime('{"supervisor_max_steps": 200, "default_model": ""}');

    for v_case in
        select c.changes, c.state
        from (values
            ('{"no_such": 1}', 'PT400'),
            ('{"singleton": true}', 'PT400'),
            ('{"revision": 7}', 'PT400'),
            ('{"supervisor_max_steps": "5"}', 'PT400'),
            ('{"supervisor_max_steps": 5.5}', 'PT400'),
            ('{"supervisor_max_steps": null}', 'PT400'),
            ('{"supervisor_max_steps": true}', 'PT400'),
            ('{"supervisor_max_steps": [5]}', 'PT400'),
            ('{"default_model": 5}', 'PT400'),
            ('{"supervisor_max_steps": 0, "no_such": 1}', 'PT400'),
            ('{"supervisor_max_steps": 0}', 'PT422'),
            ('{"supervisor_max_steps": 99999999999999999999999}', 'PT422'),
            ('{"processor_retries": -1}', 'PT422'),
            ('{"final_response_feedback": ""}', 'PT422'),
            ('{"final_response_feedback": " \n\t "}', 'PT422')
        ) c (changes, state)
    loop
        begin
            perform settings.check_agent_runtime(v_case.changes::jsonb);
            v_state := 'taken';
        exception when sqlstate 'PT400' or sqlstate 'PT422' then
            v_state := sqlstate;
        end;
        assert v_state = v_case.state, format('%s: %s', v_case.changes, v_state);
    end loop;

    begin
        perform settings.check_agent_runtime('{"supervisor_max_steps": 0, "delegation_truncation_text": ""}');
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
    end;
    assert v_hint = 'out_of_range', v_hint;
    assert v_detail #> '{fields}' @> '[
        {"field": "supervisor_max_steps", "problem": "a whole number from 1 to 200 is needed"},
        {"field": "delegation_truncation_text", "problem": "1 to 400 characters are needed"}
    ]', v_detail::text;
end
$$;
