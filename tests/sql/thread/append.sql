do $$
declare
    v_execution uuid := gen_random_uuid();
    v_text jsonb := '[{"type": "text", "text": "hello"}]';
begin
    set local popagent.now = '2026-03-01 12:00+00';
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.open('u', 'chat', 'popagent-user');

    assert thread.append('t', 'm1', 'user', v_text, '{"a": 1}', v_execution) = 1, 'positions start at 1';
    assert thread.append('t', 'm2', 'assistant', v_text, '{}', v_execution) = 2, 'and go on by one';
    assert thread.append('u', 'm1', 'user', v_text, '{}', v_execution) = 1, 'each thread counts on its own, its ids too';

    assert exists (
        select
        from popagent_messages m
        where m.thread_id = 't'
        and m.id = 'm1'
        and m.role = 'user'
        and m.parts = v_text
        and m.metadata = '{"a": 1}'
        and m.execution_id = v_execution
        and m.created_at = '2026-03-01 12:00+00'
    ), 'a message is stored as given, with the time';

    begin
        perform thread.append('t', 'm1', 'user', v_text, '{}', v_execution);
        assert false, 'an id is unique within its thread';
    exception when unique_violation then
        null;
    end;
    begin
        perform thread.append('nowhere', 'm1', 'user', v_text, '{}', v_execution);
        assert false, 'there is no message without a thread';
    exception when foreign_key_violation then
        null;
    end;
end
$$;
