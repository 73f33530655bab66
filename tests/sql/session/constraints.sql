-- What no write can bring about in sessions.
do $$
declare
    v_statement text;
    v_refused boolean;
begin
    perform session.open('s', '', null);
    foreach v_statement in array array[
        'insert into popagent_sessions (id, title, workspace_id) values (''no-thread'', '''', ''default'')',
        'update popagent_sessions set title = repeat(''x'', 201)',
        'update popagent_sessions set title = null',
        'update popagent_sessions set workspace_id = null',
        'update popagent_sessions set workspace_id = ''nowhere''',
        'update popagent_sessions set metadata = ''[]''',
        'update popagent_sessions set feedback = ''1''',
        'update popagent_sessions set revision = 0',
        'update popagent_sessions set forked_from = ''a b''',
        'update popagent_sessions set temporary = null',
        'update popagent_sessions set temporary = true, pinned_at = now()',
        'update popagent_sessions set temporary = true, archived_at = now()'
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
