do $$
declare
    v_hint text;
    v_table text;
    v_count bigint;
begin
    perform memory.remember('popagent-user', 'Likes tea.', 'drink', 0.5, 's');
    perform execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'owner', 10, 'model');
    perform execution.append('owner', jsonb_build_array(jsonb_build_object(
        'execution_id', execution.running('s'), 'first_n', 1, 'parts', '[{"type": "text-delta", "id": "1", "delta": "hi"}]'::jsonb
    )));

    perform session.save_draft('s', 'not sent yet');
    begin
        perform session.remove('s', 9);
        assert false, 'a stale delete is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'revision_conflict', v_hint;
    end;
    assert exists (select from popagent_messages), 'and deletes nothing';

    perform session.remove('s', 1);
    foreach v_table in array array['popagent_sessions', 'popagent_threads', 'popagent_messages', 'popagent_thread_state', 'popagent_executions', 'popagent_execution_parts']
    loop
        execute 'select count(*) from ' || v_table into v_count;
        assert v_count = 0, 'a running turn goes too; something was left in ' || v_table;
    end loop;
    assert exists (select from popagent_memories where session_id = 's'), 'memories stay, and still say where they came from';

    begin
        perform session.remove('s');
        assert false, 'what does not exist is refused';
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'session_not_found', v_hint;
    end;

    perform session.open('t', '', null);
    perform session.remove('t');
    assert not exists (select from popagent_sessions), 'without a revision none is compared';
end
$$;
