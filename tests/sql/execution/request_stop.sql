do $$
declare
    v_id uuid;
begin
    assert execution.request_stop('s') is null, 'nothing to stop';
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'owner', 10, 'model') a;
    perform execution.accept_turn('t', 'm', '[{"type": "text", "text": "hello"}]', 'owner', 10, 'model');
    assert execution.request_stop('s') = v_id, 'what was asked to stop';
    assert execution.request_stop('s') = v_id, 'asking again changes nothing';
    assert (select array_agg(e.state order by e.thread_id) = array['stopping', 'running'] from popagent_executions e), 'only this thread''s';
    assert execution.request_stop('t', v_id) is null, 'an execution of another thread is not stopped';
    assert (select e.state = 'running' from popagent_executions e where e.thread_id = 't'), 'nor is the one that runs in its place';
    assert execution.request_stop('s', v_id) = v_id, 'the one that is meant is';
    perform execution.finish(v_id, 'owner', 'stopped', 'stopped');
    assert execution.request_stop('s') is null, 'what has ended cannot be stopped';
    assert (select e.state = 'stopped' from popagent_executions e where e.id = v_id), 'and stays as it ended';
    select a.execution_id into v_id from execution.accept_turn('s', 'm2', '[{"type": "text", "text": "hello"}]', 'owner', 10, 'model') a;
    perform execution.suspend(v_id, 'owner', 'c1', 't', '{}');
    assert execution.request_stop('s') = v_id, 'what waits for its owner is ended at once';
    assert execution.running('s') is null, 'since no process would';
end
$$;
