-- What no write can bring about in the settings, and what was seeded with them.
do $$
declare
    v_statement text;
    v_refused boolean;
begin
    foreach v_statement in array array[
        'insert into popagent_agent_runtime_settings select * from popagent_agent_runtime_settings',
        'insert into popagent_agent_runtime_settings select (jsonb_populate_record(s, ''{"singleton": false}'')).* from popagent_agent_runtime_settings s',
        'update popagent_agent_runtime_settings set supervisor_max_steps = 0',
        'update popagent_agent_runtime_settings set specialist_max_steps = 201',
        'update popagent_agent_runtime_settings set tool_call_concurrency = 33',
        'update popagent_agent_runtime_settings set processor_retries = -1',
        'update popagent_agent_runtime_settings set final_response_feedback = ''''',
        'update popagent_agent_runtime_settings set delegation_context_messages = -1',
        'update popagent_agent_runtime_settings set delegation_context_characters = 1000001',
        'update popagent_agent_runtime_settings set delegation_result_characters = 199',
        'update popagent_agent_runtime_settings set delegation_failure_text = ''''',
        'update popagent_agent_runtime_settings set delegation_truncation_text = repeat(''x'', 401)',
        'update popagent_agent_runtime_settings set background_concurrency = 0',
        'update popagent_agent_runtime_settings set background_polling_ms = 249',
        'update popagent_agent_runtime_settings set background_timeout_seconds = 9',
        'update popagent_agent_runtime_settings set background_stale_after_seconds = 604801',
        'update popagent_agent_runtime_settings set default_model = null'
    ]
    loop
        v_refused := false;
        begin
            execute v_statement;
        exception when integrity_constraint_violation then
            v_refused := true;
        end;
        assert v_refused, 'this must not be stored: ' || v_statement;
    end loop;

    assert not exists (
        select
        from information_schema.columns c
        where c.table_schema = 'public'
        and c.table_name = 'popagent_agent_runtime_settings'
        and (c.column_default is not null or c.is_nullable = 'YES')
    ), 'settings have no database defaults and are never null';

    assert (
        select array_agg(m.id order by m.id) @> array['agent-popagent-1', 'agent-runtime-settings-1', 'default-workspace-1']
        from popagent_data_migrations m
    ), 'each seed left its mark';
end
$$;
