do $$
declare
    v_id uuid;
    v_child record;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert not exists (select from execution.questions(v_id)), 'what runs asks nothing';
    select * into v_child from execution.delegate(v_id, 'me', 'c1', 'researcher', 'Look.', 10) d;
    perform execution.suspend(v_child.execution_id, 'me', 'x1', 't', '{"x": 1}');
    assert (select (q.execution_id, q.thread_id, q.tool_call_id) = (v_child.execution_id, 's', 'x1') from execution.questions(v_id) q), 'a specialist''s is its supervisor''s';
    assert (select count(*) = 1 from execution.questions(v_child.execution_id)), 'and its own';
    assert not exists (select from execution.approvals('s')), 'but it is put only when the whole turn waits';
    perform execution.suspend(v_id, 'me', 'c1', 'agent-researcher', '{}');
    assert (select count(*) = 1 from execution.questions(v_id)), 'it is one question';
    assert (select (a.tool, a.input) = ('t', '{"x": 1}'::jsonb) from execution.approvals('s') a), 'that of the specialist';
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'approved', 'once');
    assert not exists (select from execution.questions(v_id)), 'decided';
end
$$;
