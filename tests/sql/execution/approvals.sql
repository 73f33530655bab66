do $$
declare
    v_id uuid;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert not exists (select from execution.approvals('s')), 'nothing is asked';
    perform execution.suspend(v_id, 'me', 'c1', 't', '{}');
    assert (select array_agg(a.tool_call_id) = array['c1'] from execution.approvals('s') a), 'what is asked';
    assert not exists (select from execution.approvals('other')), 'in this session';
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'denied', 'once');
    assert not exists (select from execution.approvals('s')), 'not what is decided';
    perform execution.resume('me', 10);
    perform execution.suspend(v_id, 'me', 'c2', 't', '{}');
    perform execution.request_stop('s');
    assert not exists (select from execution.approvals('s')), 'nor what ended undecided';
end
$$;
