do $$
declare
    v_hello jsonb := '[{"type": "text", "text": "Hello you."}]';
    v_id uuid;
    v_answer_id text;
    v_trace_id text;
    v_end record;
    v_memory uuid;
begin
    set local popagent.now = '2026-03-01 12:00+00';
    select r.id into v_memory from memory.remember('popagent-user', 'Likes tea.', null, 0.5, null) r;
    select a.execution_id, a.answer_id, a.trace_id into v_id, v_answer_id, v_trace_id
    from execution.accept_turn('s', 'm1', v_hello, 'me', 10, 'model') a;
    perform execution.append('me', jsonb_build_array(jsonb_build_object('execution_id', v_id, 'first_n', 1, 'parts',
        '[{"type": "start"}, {"type": "start-step"}, {"type": "text-start", "id": "1"}, {"type": "text-delta", "id": "1", "delta": "Hi "}]'::jsonb)));

    set local popagent.now = '2026-03-01 12:01+00';
    select * into strict v_end
    from execution.finish(
        v_id, 'me', 'completed', 'final',
        p_first_n => 5,
        p_tail => '[{"type": "text-delta", "id": "1", "delta": "there."}, {"type": "text-end", "id": "1"}, {"type": "finish-step"}]',
        p_usage => '{"inputTokens": 3, "outputTokens": 2, "totalTokens": 5}',
        p_memory_ids => array[v_memory]
    );
    assert (v_end.state, v_end.end_reason, v_end.revision, v_end.waiting) = ('completed', 'final', 2::bigint, false), 'how it ended, and the session''s new revision';
    assert (
        select
            (e.state, e.end_reason, e.usage, e.memory_ids, e.finished_at)
                = ('completed', 'final', '{"inputTokens": 3, "outputTokens": 2, "totalTokens": 5}'::jsonb, array[v_memory], '2026-03-01 12:01+00'::timestamptz)
            and e.lease_expires_at is null
            and e.error is null
        from popagent_executions e
        where e.id = v_id
    ), 'the row says so, and holds no lease';
    assert (
        select (m.position, m.id, m.role, m.execution_id, m.parts) = (
            2::bigint, v_answer_id, 'assistant', v_id, '[{"type": "step-start"}, {"type": "text", "text": "Hi there.", "state": "done"}]'::jsonb
        )
        from popagent_messages m
        where m.thread_id = 's'
        and m.role = 'assistant'
    ), 'the answer is one message, of what was stored before and of the tail';
    assert (
        select m.metadata = jsonb_build_object('custom', jsonb_build_object(
            'turnId', v_id, 'traceId', v_trace_id, 'model', 'model', 'usage', '{"inputTokens": 3, "outputTokens": 2, "totalTokens": 5}'::jsonb
        ))
        from popagent_messages m
        where m.id = v_answer_id
    ), 'with turn, trace and usage';
    assert (select (s.revision, s.updated_at) = (2::bigint, '2026-03-01 12:01+00'::timestamptz) from popagent_sessions s where s.id = 's'), 'the session counts the write';
    assert (select count(*) = 1 from popagent_memories m where m.kind = 'episode' and m.content like '%Hello you.%Hi there.%'), 'the exchange is one episode';
    assert (select m.access_count = 1 from popagent_memories m where m.id = v_memory), 'the memories it was given are marked';
    assert (select array_agg(r.n order by r.n) = array[1, 2, 3, 4, 5, 6, 7] from execution.replay(v_id, 0) r), 'the tail is kept for readers elsewhere';

    -- Nobody ends it twice.
    begin
        perform execution.finish(v_id, 'me', 'failed', 'error', 'Too late.');
        assert false, 'a second end is refused';
    exception when sqlstate 'PT409' then
        null;
    end;
    assert (select (s.revision) = 2 from popagent_sessions s where s.id = 's'), 'and changes nothing';
end
$$;

-- Who may end it.
do $$
declare
    v_id uuid;
    v_case text;
    v_hint text;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm2', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
    foreach v_case in array array['other owner', 'deleted', 'unknown']
    loop
        begin
            if v_case = 'deleted' then
                perform session.remove('s');
            end if;
            perform execution.finish(
                case v_case when 'unknown' then gen_random_uuid() else v_id end,
                case v_case when 'other owner' then 'other' else 'me' end,
                'completed', 'final', p_tail => '[{"type": "text-delta", "id": "1", "delta": "no"}]'
            );
            assert false, 'this end must be refused: ' || v_case;
        exception when sqlstate 'PT409' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = 'execution_lost', v_hint;
        end;
    end loop;
    assert (select e.state = 'running' from popagent_executions e where e.id = v_id), 'what was refused runs on';
    assert not exists (select from popagent_execution_parts p where p.execution_id = v_id), 'and has no tail';
end
$$;

-- A stop that was asked for.
do $$
declare
    v_id uuid := execution.running('s');
    v_end record;
    v_episodes bigint := (select count(*) from popagent_memories m where m.kind = 'episode');
begin
    perform execution.request_stop('s');
    perform execution.accept_turn('s', 'next', '[{"type": "text", "text": "Next."}]', 'me', 10, 'model');
    select * into strict v_end
    from execution.finish(v_id, 'me', 'completed', 'final', p_tail => '[{"type": "text-delta", "id": "1", "delta": "Half"}]');
    assert (v_end.state, v_end.end_reason) = ('stopped', 'stopped'), 'wins over an end that came after it';
    assert v_end.waiting, 'a message waits for that end';
    perform execution.remove_queued('s', 'next');
    assert (select m.parts #>> '{0,text}' = 'Half' from popagent_messages m where m.execution_id = v_id and m.role = 'assistant'), 'what was said is kept';
    assert (select count(*) = v_episodes from popagent_memories m where m.kind = 'episode'), 'and is no episode';

    select a.execution_id into v_id from execution.accept_turn('s', 'm3', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
    perform execution.request_stop('s');
    select * into strict v_end from execution.finish(v_id, 'me', 'failed', 'error', 'The gateway is down.');
    assert (v_end.state, v_end.end_reason) = ('failed', 'error'), 'a failure stays a failure';
    assert (select e.error = 'The gateway is down.' from popagent_executions e where e.id = v_id), 'and says which';
end
$$;

-- Answers that are not whole.
do $$
declare
    v_id uuid;
    v_position bigint := (select max(m.position) from popagent_messages m where m.thread_id = 's');
    v_episodes bigint := (select count(*) from popagent_memories m where m.kind = 'episode');
    v_parts jsonb;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm4', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
    perform execution.finish(v_id, 'me', 'failed', 'error', 'The gateway is down.', p_tail => '[{"type": "start"}, {"type": "start-step"}]');
    assert not exists (select from popagent_messages m where m.execution_id = v_id and m.role = 'assistant'), 'an answer of nothing but steps stores no message';

    select a.execution_id into v_id from execution.accept_turn('s', 'm5', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
    perform execution.finish(v_id, 'me', 'completed', 'final', p_tail => '[]');
    assert not exists (select from popagent_messages m where m.execution_id = v_id and m.role = 'assistant'), 'nor does an answer of no parts';

    select a.execution_id into v_id from execution.accept_turn('s', 'm6', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
    perform execution.finish(v_id, 'me', 'stopped', 'stopped', p_tail => '[
        {"type": "start-step"}, {"type": "tool-input-start", "toolCallId": "c", "toolName": "remember"},
        {"type": "tool-input-available", "toolCallId": "c", "toolName": "remember", "input": {"content": "x"}}
    ]');
    select m.parts into strict v_parts from popagent_messages m where m.execution_id = v_id and m.role = 'assistant';
    assert v_parts = '[{"type": "step-start"}, {
        "type": "tool-remember", "toolCallId": "c", "input": {"content": "x"}, "state": "output-error", "errorText": "interrupted"
    }]', 'a tool call without a result is closed: ' || v_parts;

    select a.execution_id into v_id from execution.accept_turn('s', 'm7', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
    perform execution.finish(v_id, 'me', 'completed', 'final', p_tail => '[{"type": "reasoning-delta", "id": "1", "delta": "hm"}]');
    assert (select count(*) = v_episodes from popagent_memories m where m.kind = 'episode'), 'none of these is an episode';
    assert (
        select array_agg(m.position order by m.position) = (select array_agg(n) from generate_series(v_position + 1, v_position + 6) n)
        from popagent_messages m
        where m.thread_id = 's'
        and m.position > v_position
    ), 'positions have no gaps';

    -- A tail whose beginning was stored already by an append that nobody heard the answer of.
    select a.execution_id into v_id from execution.accept_turn('s', 'm8', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
    perform execution.append('me', jsonb_build_array(jsonb_build_object(
        'execution_id', v_id, 'first_n', 1, 'parts', '[{"type": "text-delta", "id": "1", "delta": "once"}]'::jsonb
    )));
    perform execution.finish(v_id, 'me', 'completed', 'final', p_first_n => 1, p_tail => '[
        {"type": "text-delta", "id": "1", "delta": "once"}, {"type": "text-delta", "id": "1", "delta": " more"}
    ]');
    assert (select m.parts #>> '{0,text}' = 'once more' from popagent_messages m where m.execution_id = v_id and m.role = 'assistant'), 'is not said twice';

    begin
        select a.execution_id into v_id from execution.accept_turn('s', 'm9', '[{"type": "text", "text": "Hello."}]', 'me', 10, 'model') a;
        perform execution.finish(v_id, 'me', 'failed', 'error');
        assert false, 'a failure says what failed';
    exception when check_violation then
        null;
    end;
end
$$;
