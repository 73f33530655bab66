do $$
declare
    v_case record;
    v_state text;
    v_hint text;
    v_ids text[];
    v_id uuid;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm1', '[{"type": "text", "text": "one"}]', 'me', 10, 'model') a;
    perform execution.finish(v_id, 'me', 'completed', 'final', p_tail => '[{"type": "text-delta", "id": "1", "delta": "first"}]');
    select r.execution_id into v_id from execution.regenerate('s', 'me', 10, p_model => 'model') r;
    perform execution.finish(v_id, 'me', 'completed', 'final', p_tail => '[{"type": "text-delta", "id": "1", "delta": "second"}]');
    v_ids := thread.versions('s', 'm1');

    assert execution.choose_version('s', v_ids[1], 3) = 4, 'a write to the session';
    assert (select t.parts #>> '{0,text}' = 'first' from execution.transcript('s') t where t.role = 'assistant'), 'the version is shown';
    select a.execution_id into v_id from execution.accept_turn('s', 'm2', '[{"type": "text", "text": "two"}]', 'me', 10, 'model') a;
    assert (select c.messages #>> '{1,content}' = 'first' from execution.context(v_id) c), 'and given to the model';

    for v_case in
        select *
        from (
            values
                ('nowhere', v_ids[2], 1::bigint, 'PT404', 'session_not_found'),
                ('s', v_ids[2], 3, 'PT409', 'revision_conflict'),
                ('s', v_ids[2], 4, 'PT409', 'turn_running')
        ) x (session, message, revision, state, hint)
    loop
        begin
            perform execution.choose_version(v_case.session, v_case.message, v_case.revision);
            v_state := 'none';
        exception when others then
            get stacked diagnostics v_state = returned_sqlstate, v_hint = pg_exception_hint;
        end;
        assert (v_state, v_hint) = (v_case.state, v_case.hint), format('%s should be refused, but %s %s', v_case, v_state, v_hint);
    end loop;
    perform execution.finish(v_id, 'me', 'completed', 'final');
    begin
        perform execution.choose_version('s', 'm1', 5);
        assert false, 'a question has no versions';
    exception when sqlstate 'PT404' then
        null;
    end;
    perform execution.choose_version('s', v_ids[2], 5);
    assert (select t.parts #>> '{0,text}' = 'second' from execution.transcript('s') t where t.position = 3), 'of an earlier answer too';
end
$$;
