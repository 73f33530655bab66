do $$
declare
    v_hello jsonb := '[{"type": "text", "text": "hello"}]';
    v_dead uuid;
    v_silent uuid;
    v_stopping uuid;
    v_live uuid;
    v_ended uuid;
    v_reaped uuid[];
begin
    set local popagent.now = '2026-03-01 12:00+00';
    select a.execution_id into v_dead from execution.accept_turn('dead', 'm', v_hello, 'gone', 10, 'model') a;
    select a.execution_id into v_silent from execution.accept_turn('silent', 'm', v_hello, 'gone', 11, 'model') a;
    select a.execution_id into v_stopping from execution.accept_turn('stopping', 'm', v_hello, 'gone', 12, 'model') a;
    select a.execution_id into v_live from execution.accept_turn('live', 'm', v_hello, 'here', 60, 'model') a;
    select a.execution_id into v_ended from execution.accept_turn('ended', 'm', v_hello, 'gone', 10, 'model') a;
    perform execution.append('gone', jsonb_build_array(jsonb_build_object('execution_id', v_dead, 'first_n', 1, 'parts', '[
        {"type": "start"}, {"type": "start-step"}, {"type": "text-delta", "id": "1", "delta": "Half an ans"},
        {"type": "tool-input-available", "toolCallId": "c", "toolName": "remember", "input": {}}
    ]'::jsonb)));
    perform execution.request_stop('stopping');
    perform execution.finish(v_ended, 'gone', 'completed', 'final');

    set local popagent.now = '2026-03-01 12:00:10+00';
    assert not exists (select from execution.reap()), 'a lease holds to its last moment';

    set local popagent.now = '2026-03-01 12:00:30+00';
    select array_agg(r.execution_id) into v_reaped from execution.reap() r;
    assert v_reaped = array[v_dead, v_silent, v_stopping], 'reaped is what has no live owner, oldest first';
    assert (
        select bool_and(
            (e.state, e.end_reason, e.finished_at) = ('interrupted', 'interrupted', '2026-03-01 12:00:30+00'::timestamptz)
            and e.error like 'The server that wrote this answer stopped%'
            and e.lease_expires_at is null
        )
        from popagent_executions e
        where e.id = any (v_reaped)
    ), 'it ends as interrupted and says so';
    assert (
        select m.parts = '[
            {"type": "step-start"}, {"type": "text", "text": "Half an ans", "state": "done"},
            {"type": "tool-remember", "toolCallId": "c", "input": {}, "state": "output-error", "errorText": "interrupted"}
        ]'
        from popagent_messages m
        where m.execution_id = v_dead
        and m.role = 'assistant'
    ), 'what was said is kept, nothing is left open';
    assert not exists (select from popagent_messages m where m.execution_id = v_silent and m.role = 'assistant'), 'who said nothing leaves no message';
    assert (select bool_and(s.revision = 2) from popagent_sessions s where s.id in ('dead', 'silent', 'stopping')), 'each is a write to its session';
    assert not exists (select from popagent_memories), 'none is an episode';
    assert (
        select (e.state, e.lease_expires_at) = ('running', '2026-03-01 12:01:00+00'::timestamptz)
        from popagent_executions e
        where e.id = v_live
    ), 'a live lease is not touched';

    assert not exists (select from execution.reap()), 'a second time finds nothing';
    begin
        perform execution.finish(v_dead, 'gone', 'completed', 'final');
        assert false, 'an owner that comes back late has lost it';
    exception when sqlstate 'PT409' then
        null;
    end;

    -- In small bites.
    for i in 1..3 loop
        perform execution.accept_turn('more' || i, 'm', v_hello, 'gone', 10, 'model');
    end loop;
    set local popagent.now = '2026-03-01 12:00:50+00';
    assert (select count(*) = 2 from execution.reap(2)), 'as many as asked for';
    assert (select count(*) = 1 from execution.reap(2)), 'then the rest';
end
$$;
