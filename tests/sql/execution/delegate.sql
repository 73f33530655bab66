do $$
declare
    v_parent record;
    v_child record;
    v_again record;
begin
    select * into v_parent from execution.accept_turn('s', 'm', '[{"type": "text", "text": "Hello"}]', 'me', 10, 'model') a;
    select * into v_child from execution.delegate(v_parent.execution_id, 'me', 'c1', 'researcher', 'Look closely.', 10) d;
    assert (v_child.model, v_child.settings, v_child.trace_id) is not distinct from (v_parent.model, v_parent.settings, v_parent.trace_id),
        'it has model, settings and trace of its parent';
    assert (select (e.kind, e.parent_id, e.call_id, e.agent_id, e.state, e.owner)::text from popagent_executions e where e.id = v_child.execution_id)
        = ('delegation', v_parent.execution_id, 'c1', 'researcher', 'running', 'me')::text, 'it is a row of its own';
    assert (select (t.kind, t.parent_id, t.resource_id)::text from popagent_threads t where t.id = v_child.thread_id)
        = ('delegation', 's', 'popagent-user')::text, 'in a thread of its own';
    assert (select c.question from execution.context(v_child.execution_id) c) = 'Look closely.', 'that holds the prompt';
    assert execution.running('s') = v_parent.execution_id, 'the parent runs on';

    assert v_child.stream = '[]', 'it begins anew';
    perform execution.suspend(v_child.execution_id, 'me', 'x1', 't', '{}', 1, '[{"type": "start-step"}]');
    assert (select d.execution_id from execution.delegate(v_parent.execution_id, 'me', 'c2', 'researcher', 'Look again.', 10) d) <> v_child.execution_id,
        'another call is another part';
    select * into v_again from execution.delegate(v_parent.execution_id, 'me', 'c1', 'researcher', 'Look closely.', 20) d;
    assert v_again.execution_id = v_child.execution_id, 'one that waits in the call goes on';
    assert v_again.stream -> 0 ->> 'type' = 'start-step', 'from where it was';
    assert (select (e.state, e.owner) = ('running', 'me') and e.lease_expires_at is not null from popagent_executions e where e.id = v_child.execution_id), 'in this process';
    begin
        perform execution.delegate(v_parent.execution_id, 'other', 'c1', 'researcher', 'Look closely.', 10);
        assert false, 'only who has the supervisor may';
    exception when sqlstate 'PT409' then
        null;
    end;
    perform session.remove('s');
    assert not exists (select from popagent_threads where id = v_child.thread_id), 'it goes with its session';
    assert not exists (select from popagent_executions where id = v_child.execution_id), 'and so does its row';
end
$$;
