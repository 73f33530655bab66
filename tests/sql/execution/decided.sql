do $$
declare
    v_id uuid;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert not exists (select from execution.decided()), 'what runs does not wait';
    perform execution.suspend(v_id, 'me', 'c1', 't', '{}');
    assert not exists (select from execution.decided()), 'not decided';
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'approved', 'once');
    assert (select (d.id, d.thread_id) = (v_id, 's') from execution.decided() d), 'decided';
    perform execution.resume('me', 10);
    assert not exists (select from execution.decided()), 'and taken';
end
$$;
