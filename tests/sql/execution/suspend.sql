do $$
declare
    v_id uuid;
    v_asked record;
    v_memory uuid := gen_random_uuid();
    v_refused text;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    begin
        perform execution.suspend(v_id, 'other', 'c1', 't', '{}');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_refused = pg_exception_hint;
    end;
    assert v_refused = 'execution_lost', 'only its owner may';
    assert execution.suspend(v_id, 'me', 'c1', 't', '{"x": 1}', 1, '[{"type": "start"}, {"type": "start-step"}]', '{"totalTokens": 3}', array[v_memory]), 'it waits';
    assert (
        select (e.state, e.usage, e.memory_ids) = ('waiting', '{"totalTokens": 3}'::jsonb, array[v_memory]) and e.lease_expires_at is null and e.finished_at is null
        from popagent_executions e
        where e.id = v_id
    ), 'with no lease, and what it took so far';
    select * into strict v_asked from execution.approvals('s');
    assert (v_asked.execution_id, v_asked.tool_call_id, v_asked.tool, v_asked.input) = (v_id, 'c1', 't', '{"x": 1}'::jsonb), 'the question is stored';
    assert execution.suspend(v_id, 'me', 'c1', 't', '{"x": 1}', 1, '[{"type": "start"}, {"type": "start-step"}]'), 'said again';
    assert (select count(*) = 1 from execution.approvals('s')), 'it is asked once';
    assert (select array_agg(r.part ->> 'type' order by r.n) = array['start', 'start-step', 'data-toolApproval'] from execution.replay(v_id, 0) r), 'and told after all that was said';
    assert not exists (select from execution.reap()), 'what waits is nobody''s to reap';
    assert execution.sweep('-1 day') = 0, 'nor is its stream swept';
    assert execution.running('s') = v_id and execution.is_busy('s'), 'the session is busy with it';
    assert exists (select from execution.append('me', jsonb_build_array(jsonb_build_object('execution_id', v_id, 'first_n', 9, 'parts', '[{}]'::jsonb)))), 'who had it has lost it';
    begin
        perform execution.finish(v_id, 'me', 'completed', 'final');
        assert false, 'and cannot end it';
    exception when sqlstate 'PT409' then
        null;
    end;

    select a.execution_id into v_id from execution.accept_turn('t', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    perform execution.request_stop('t');
    assert not execution.suspend(v_id, 'me', 'c1', 't', '{}'), 'a stop that was asked for goes before';
    assert not exists (select from execution.approvals('t')), 'and nothing is asked';
end
$$;
