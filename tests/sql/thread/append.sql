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

    -- Answers to one question.
    assert thread.append('t', 'a1', 'assistant', v_text, '{}', v_execution, 'm1') = 3, 'an answer names its question';
    perform thread.append('t', 'a2', 'assistant', v_text, '{}', v_execution, 'm1');
    perform thread.append('t', 'a3', 'assistant', v_text, '{}', v_execution, 'm1', false);
    assert (
        select string_agg(m.id || ':' || m.shown, ' ' order by m.position) = 'm1:true m2:true a1:false a2:true a3:false'
        from popagent_messages m
        where m.thread_id = 't'
    ), 'a later one takes the place of the one shown, unless it is to stay hidden';
    begin
        perform thread.append('t', 'a4', 'assistant', v_text, '{}', v_execution, 'nobody');
        assert false, 'there is no answer to what was not asked';
    exception when foreign_key_violation then
        null;
    end;
end
$$;
