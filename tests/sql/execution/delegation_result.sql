do $$
declare
    v_parent uuid;
    v_child uuid;
    v_failed text;
begin
    select a.execution_id into v_parent
    from execution.accept_turn('s', 'm', '[{"type": "text", "text": "Hello"}]', 'me', 10, 'model') a;
    update popagent_executions set settings = settings || '{"delegation_result_characters": 12}' where id = v_parent;
    select e.settings ->> 'delegation_failure_text' into v_failed from popagent_executions e where e.id = v_parent;

    select d.execution_id into v_child from execution.delegate(v_parent, 'me', 'c1', 'researcher', 'Look.', 10) d;
    perform execution.finish(v_child, 'me', 'completed', 'final', p_tail => '[
        {"type": "start-step"}, {"type": "text-start", "id": "1"}, {"type": "text-delta", "id": "1", "delta": "Let me look."}, {"type": "text-end", "id": "1"},
        {"type": "tool-input-available", "toolCallId": "t", "toolName": "x", "input": {}}, {"type": "tool-output-available", "toolCallId": "t", "output": "payload"},
        {"type": "start-step"}, {"type": "text-start", "id": "2"}, {"type": "text-delta", "id": "2", "delta": "Found it."}, {"type": "text-end", "id": "2"}
    ]');
    assert execution.delegation_result(v_child) = 'Found it.', 'the text of the last step, and nothing else';

    select d.execution_id into v_child from execution.delegate(v_parent, 'me', 'c2', 'researcher', 'Look.', 10) d;
    perform execution.finish(v_child, 'me', 'completed', 'final', p_tail => '[
        {"type": "text-start", "id": "1"}, {"type": "text-delta", "id": "1", "delta": "twelve chars and more"}, {"type": "text-end", "id": "1"}
    ]');
    assert execution.delegation_result(v_child) = e'twelve chars\n\n' || (
        select e.settings ->> 'delegation_truncation_text' from popagent_executions e where e.id = v_parent
    ), 'what is too long is cut, and says so';

    select d.execution_id into v_child from execution.delegate(v_parent, 'me', 'c3', 'researcher', 'Look.', 10) d;
    perform execution.finish(v_child, 'me', 'failed', 'error', 'secret address', p_tail => '[
        {"type": "text-start", "id": "1"}, {"type": "text-delta", "id": "1", "delta": "half"}, {"type": "text-end", "id": "1"}
    ]');
    assert execution.delegation_result(v_child) = v_failed, 'a failure is told in the configured words alone';

    select d.execution_id into v_child from execution.delegate(v_parent, 'me', 'c4', 'researcher', 'Look.', 10) d;
    perform execution.finish(v_child, 'me', 'completed', 'final');
    assert execution.delegation_result(v_child) = v_failed, 'so is an answer of nothing';
    assert not exists (select from popagent_memories), 'no part of it becomes an episode';
end
$$;
