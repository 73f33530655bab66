-- What no write can bring about in executions and their streams.
do $$
declare
    v_statement text;
    v_refused boolean;
begin
    perform execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model)
    values ('s', 8, 'waiting', '[]', '{}', 'model');
    insert into popagent_executions (kind, thread_id, agent_id, state, settings, model, owner, question_id, end_reason, finished_at)
    values ('turn', 's', 'popagent', 'completed', '{}', 'model', 'me', 'earlier', 'final', now());
    insert into popagent_tool_approvals (execution_id, thread_id, tool_call_id, tool, input)
    select e.id, 's', 'c1', 't', '{}' from popagent_executions e where e.state = 'running';
    foreach v_statement in array array[
        'update popagent_executions set kind = ''chat''',
        'update popagent_executions set kind = ''delegation''',
        'update popagent_executions set parent_id = id',
        'update popagent_executions set agent_id = ''nobody''',
        'update popagent_executions set state = ''done''',
        'update popagent_executions set state = ''completed''',
        'update popagent_executions set lease_expires_at = null',
        'update popagent_executions set finished_at = now()',
        'update popagent_executions set end_reason = ''final''',
        'update popagent_executions set state = ''completed'', lease_expires_at = null, end_reason = ''final''',
        'update popagent_executions set state = ''completed'', lease_expires_at = null, finished_at = now()',
        'update popagent_executions set state = ''completed'', end_reason = ''final'', finished_at = now()',
        'update popagent_executions set state = ''failed'', lease_expires_at = null, end_reason = ''error'', finished_at = now()',
        'update popagent_executions set settings = ''[]''',
        'update popagent_executions set model = ''''',
        'update popagent_executions set attempt = 0',
        'update popagent_executions set owner = null',
        'update popagent_executions set trace_id = ''ABC''',
        'update popagent_executions set usage = ''[]''',
        'insert into popagent_executions (kind, thread_id, agent_id, state, settings, model, owner, lease_expires_at, question_id)
            select kind, thread_id, agent_id, state, settings, model, owner, lease_expires_at, ''m2'' from popagent_executions',
        'insert into popagent_execution_parts select id, 0, ''[{}]'' from popagent_executions',
        'insert into popagent_execution_parts select id, 1, ''[]'' from popagent_executions',
        'insert into popagent_execution_parts select id, 1, ''{}'' from popagent_executions',
        'insert into popagent_execution_parts values (gen_random_uuid(), 1, ''[{}]'')',
        'update popagent_executions set attempt = 1, question_id = ''m'' where state = ''completed''',
        'insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model) values (''nowhere'', 1, ''q'', ''[]'', ''{}'', ''m'')',
        'insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model) values (''s'', 0, ''q'', ''[]'', ''{}'', ''m'')',
        'insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model) values (''s'', 8, ''q'', ''[]'', ''{}'', ''m'')',
        'insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model) values (''s'', 9, ''waiting'', ''[]'', ''{}'', ''m'')',
        'insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model) values (''s'', 9, ''a/b'', ''[]'', ''{}'', ''m'')',
        'insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model) values (''s'', 9, ''q'', ''{}'', ''{}'', ''m'')',
        'insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model) values (''s'', 9, ''q'', ''[]'', ''[]'', ''m'')',
        'insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model) values (''s'', 9, ''q'', ''[]'', ''{}'', '''')',
        'update popagent_queued_messages set revision = 0',
        'update popagent_tool_approvals set tool = ''''',
        'update popagent_tool_approvals set input = ''[]''',
        'update popagent_tool_approvals set decision = ''maybe'', scope = ''once'', decided_at = now()',
        'update popagent_tool_approvals set decision = ''denied'', scope = ''day'', decided_at = now()',
        'update popagent_tool_approvals set decision = ''denied'', decided_at = now()',
        'update popagent_tool_approvals set decision = ''denied'', scope = ''once''',
        'update popagent_tool_approvals set id = ''a/b''',
        'insert into popagent_tool_approvals (execution_id, thread_id, tool_call_id, tool, input, decision, scope, decided_at)
            select execution_id, thread_id, tool_call_id, tool, input, ''denied'', ''once'', now() from popagent_tool_approvals',
        'insert into popagent_tool_approvals (execution_id, thread_id, tool_call_id, tool, input)
            select execution_id, thread_id, ''c2'', tool, input from popagent_tool_approvals'
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
end
$$;
