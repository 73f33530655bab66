do $$
declare
    v_case record;
    v_state text;
    v_hint text;
begin
    perform execution.accept_turn('s', 'm1', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    perform execution.accept_turn('s', 'm2', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    perform execution.edit_queued('s', 'm2', 1, '[{"type": "text", "text": "changed"}]');
    perform execution.require_queued('s', 'm2', 2);
    perform execution.require_queued('s', 'm2', null);
    for v_case in
        select *
        from (
            values
                ('nowhere', 'm2', null::bigint, 'PT404', 'session_not_found'),
                ('s', 'm3', null, 'PT404', 'queued_message_not_found'),
                ('s', 'm1', 1, 'PT409', 'already_taken'),
                ('s', 'm2', 1, 'PT409', 'revision_conflict')
        ) x (session, message, revision, state, hint)
    loop
        begin
            perform execution.require_queued(v_case.session, v_case.message, v_case.revision);
            v_state := 'none';
        exception when others then
            get stacked diagnostics v_state = returned_sqlstate, v_hint = pg_exception_hint;
        end;
        assert (v_state, v_hint) = (v_case.state, v_case.hint), format('%s should be refused, but %s %s', v_case, v_state, v_hint);
    end loop;
end
$$;
