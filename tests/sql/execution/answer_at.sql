do $$
declare
    v_id uuid;
    v_seen text;
    v_told timestamptz;
begin
    for i in 1..3 loop
        perform set_config('popagent.now', format('2026-03-01 1%s:00+00', i), true);
        select a.execution_id into v_id
        from execution.accept_turn('s', 'm' || i, jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Question ' || i)), 'me', 10, 'model') a;
        perform set_config('popagent.now', format('2026-03-01 1%s:30+00', i), true);
        perform execution.finish(v_id, 'me', 'completed', 'final', p_tail => '[{"type": "text-delta", "id": "1", "delta": "hi"}]');
    end loop;
    select m.created_at into v_told from popagent_memories m where m.content like 'User: Question 2%';

    select concat_ws(':', a.position, a.newer) into v_seen from execution.answer_at('s', v_told) a;
    assert v_seen = '4:2', 'the answer whose end stored the episode: ' || v_seen;
    assert not exists (select from execution.answer_at('s', v_told + interval '1 second')), 'no other time';
    assert not exists (select from execution.answer_at('t', v_told)), 'no other thread';
    assert not exists (select from execution.answer_at('s', '2026-03-01 12:00+00')), 'a question is no answer';

    perform thread.append('s', 'again', 'assistant', '[]', '{}', v_id, 'm2');
    select concat_ws(':', a.position, a.newer, a.execution_id = v_id) into v_seen from execution.answer_at('s', v_told) a;
    assert v_seen = '7:0:t', 'of an answer that gave way the version in its place: ' || v_seen;
end
$$;
