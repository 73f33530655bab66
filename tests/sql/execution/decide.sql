do $$
declare
    v_id uuid;
    v_asked text;
    v_refused text;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    perform execution.suspend(v_id, 'me', 'c1', 't', '{}');
    select a.id into v_asked from execution.approvals('s') a;
    begin
        perform execution.decide('other', v_asked, 'approved', 'once');
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_refused = pg_exception_hint;
    end;
    assert v_refused = 'approval_not_found', 'a question of another session is not found';
    set local popagent.now = '2026-03-01 12:00+00';
    assert execution.decide('s', v_asked, 'approved', 'session') = v_id, 'the execution that waited for it';
    assert (
        select (a.decision, a.scope, a.decided_at) = ('approved', 'session', '2026-03-01 12:00+00'::timestamptz)
        from popagent_tool_approvals a
        where a.id = v_asked
    ), 'is stored';
    assert (select r.part #>> '{data,state}' = 'approved' from execution.replay(v_id, 0) r order by r.n desc limit 1), 'and told';
    assert (select e.state = 'waiting' from popagent_executions e where e.id = v_id), 'a process has to take it yet';
    begin
        perform execution.decide('s', v_asked, 'denied', 'once');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_refused = pg_exception_hint;
    end;
    assert v_refused = 'already_decided', 'it is decided once';
    assert (select a.decision = 'approved' from popagent_tool_approvals a where a.id = v_asked), 'the first decision stands';

    perform execution.resume('me', 10);
    perform execution.suspend(v_id, 'me', 'c2', 't', '{}');
    select a.id into v_asked from execution.approvals('s') a;
    perform execution.request_stop('s');
    begin
        perform execution.decide('s', v_asked, 'approved', 'once');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_refused = pg_exception_hint;
    end;
    assert v_refused = 'not_waiting', 'what ended cannot be allowed any more';
    perform session.remove('s');
    assert not exists (select from popagent_tool_approvals), 'all goes with the session';
end
$$;
