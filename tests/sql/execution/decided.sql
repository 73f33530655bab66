do $$
declare
    v_id uuid;
    v_child record;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert not exists (select from execution.decided()), 'what runs does not wait';
    perform execution.suspend(v_id, 'me', 'c1', 't', '{}');
    assert not exists (select from execution.decided()), 'not decided';
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'approved', 'once');
    assert (select (d.id, d.thread_id) = (v_id, 's') from execution.decided() d), 'decided';
    perform execution.resume('me', 10);
    assert not exists (select from execution.decided()), 'and taken';

    select * into v_child from execution.delegate(v_id, 'me', 'c2', 'researcher', 'Look.', 10) d;
    perform execution.suspend(v_child.execution_id, 'me', 'x1', 't', '{}');
    perform execution.suspend(v_id, 'me', 'c2', 'agent-researcher', '{}');
    assert not exists (select from execution.decided()), 'a specialist''s question is not decided either';
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'denied', 'once');
    assert (select array_agg(d.id) = array[v_id] from execution.decided() d), 'decided, the supervisor goes on, and takes the specialist along';
end
$$;
