do $$
declare
    v_id uuid;
    v_child record;
begin
    assert not exists (select from execution.session_of(gen_random_uuid())), 'what does not exist has none';
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert (select (o.thread_id, o.attended) = ('s', true) from execution.session_of(v_id) o), 'a turn is asked about in its session';
    select * into v_child from execution.delegate(v_id, 'me', 'c1', 'researcher', 'Look.', 10) d;
    assert (select (o.thread_id, o.attended) = ('s', true) from execution.session_of(v_child.execution_id) o), 'and so is what it delegates';
    update popagent_executions e set kind = 'task' where e.id = v_id;
    assert not (select o.attended from execution.session_of(v_child.execution_id) o), 'nobody attends a task, nor its specialists';
end
$$;
