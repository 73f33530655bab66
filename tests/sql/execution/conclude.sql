do $$
declare
    v_id uuid;
    v_end record;
begin
    set local popagent.now = '2026-03-01 12:00+00';
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
    insert into popagent_execution_parts values (v_id, 1, '[{"type": "start-step"}, {"type": "text-delta", "id": "1", "delta": "Hi."}]');

    select * into strict v_end from execution.conclude(v_id, 'interrupted', 'interrupted', 'It broke off.', '{"inputTokens": 1}');
    assert (v_end.state, v_end.end_reason, v_end.revision) = ('interrupted', 'interrupted', 2::bigint), 'what became of it';
    assert (
        select (e.state, e.end_reason, e.error, e.usage, e.finished_at) = ('interrupted', 'interrupted', 'It broke off.', '{"inputTokens": 1}'::jsonb, '2026-03-01 12:00+00'::timestamptz)
        and e.lease_expires_at is null
        from popagent_executions e
        where e.id = v_id
    ), 'the last state';
    assert (select m.parts #>> '{1,text}' = 'Hi.' and m.metadata #>> '{custom,turnId}' = v_id::text from popagent_messages m where m.role = 'assistant'), 'the message';
    assert not exists (select from popagent_memories), 'only what was completed becomes an episode';

    assert not exists (select from pgqueuer), 'nor is the session named after it';
    select a.execution_id into v_id from execution.accept_turn('n', 'm', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
    perform execution.conclude(v_id, 'completed', 'final');
    assert not exists (select from pgqueuer), 'nor after an answer without a text';
    select a.execution_id into v_id from execution.accept_turn('n', 'm2', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
    insert into popagent_execution_parts values (v_id, 1, '[{"type": "text-delta", "id": "1", "delta": "Hi."}]');
    perform execution.conclude(v_id, 'completed', 'final');
    assert (select count(*) = 1 from pgqueuer q where q.dedupe_key = 'session-title:n'), 'the first that has one names it';
    delete from popagent_memories;

    -- Versions of an answer.
    select r.execution_id into v_id from execution.regenerate('n', 'me', 10, p_model => 'model') r;
    insert into popagent_execution_parts values (v_id, 1, '[{"type": "data-recall", "data": {"failed": true}}]');
    perform execution.conclude(v_id, 'failed', 'error', 'It broke.');
    assert (select m.parts #>> '{0,text}' = 'Hi.' from popagent_messages m where m.question_id = 'm2' and m.shown), 'what says nothing takes no place';
    select r.execution_id into v_id from execution.regenerate('n', 'me', 10, p_model => 'model') r;
    insert into popagent_execution_parts values (v_id, 1, '[{"type": "text-delta", "id": "1", "delta": "Half"}]');
    perform execution.conclude(v_id, 'interrupted', 'interrupted', 'It broke off.');
    assert (select m.parts #>> '{0,text}' = 'Half' from popagent_messages m where m.question_id = 'm2' and m.shown), 'what says something does, whole or not';

    -- A thread without a session, as a task has.
    perform thread.open('t', 'task', 'popagent-user');
    perform thread.append('t', 'm', 'user', '[{"type": "text", "text": "Hello."}]', '{}', gen_random_uuid());
    v_id := execution.begin_turn('t', 'm', 'model', 'me', 10);
    insert into popagent_execution_parts values (v_id, 1, '[{"type": "text-delta", "id": "1", "delta": "Hi."}]');
    select * into strict v_end from execution.conclude(v_id, 'completed', 'final');
    assert v_end.revision is null, 'has no revision';
    assert exists (select from popagent_messages where thread_id = 't' and role = 'assistant'), 'but its message';
    assert (select count(*) = 1 from popagent_memories), 'and its episode';
end
$$;
