do $$
declare
    v_id uuid;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    perform execution.suspend(v_id, 'me', 'c1', 't', '{}');
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'approved', 'once');
    assert not exists (select from execution.kept_decisions('s')), 'once is not kept';
    perform execution.resume('me', 10);
    perform execution.suspend(v_id, 'me', 'c2', 't', '{}');
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'approved', 'session');
    assert (select array_agg((k.tool, k.decision)::text) = array['(t,approved)'] from execution.kept_decisions('s') k), 'for the session is';
    perform execution.resume('me', 10);
    perform execution.suspend(v_id, 'me', 'c3', 't', '{}');
    set local popagent.now = '2100-01-01';
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'denied', 'session');
    assert (select array_agg((k.tool, k.decision)::text) = array['(t,denied)'] from execution.kept_decisions('s') k), 'the newest counts';
    assert not exists (select from execution.kept_decisions('other')), 'in this session';
end
$$;
