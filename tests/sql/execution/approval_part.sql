do $$
declare
    v_id uuid;
    v_child record;
    v_approval popagent_tool_approvals;
    v_part jsonb;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    v_approval.id := 'a1';
    v_approval.execution_id := v_id;
    v_approval.tool_call_id := 'c1';
    v_approval.tool := 't';
    v_approval.input := '{"x": 1}';
    v_part := execution.approval_part(v_approval, 'waiting');
    assert v_part = '{
        "type": "data-toolApproval", "id": "a1",
        "data": {"approvalId": "a1", "toolCallId": "c1", "toolName": "t", "input": {"x": 1}, "state": "waiting"}
    }', 'what a reader needs to ask';
    assert execution.fold(jsonb_build_array(v_part, execution.approval_part(v_approval, 'denied')), true)
        = jsonb_build_array(execution.approval_part(v_approval, 'denied')), 'a message keeps the last';

    select * into v_child from execution.delegate(v_id, 'me', 'c9', 'researcher', 'Look.', 10) d;
    v_approval.execution_id := v_child.execution_id;
    v_part := execution.approval_part(v_approval, 'waiting') -> 'data';
    assert (v_part ->> 'toolCallId', v_part ->> 'toolName', v_part ->> 'agentId', v_part ->> 'agentName') = ('c9', 't', 'researcher', 'Researcher'),
        'a specialist''s names it, and the call that waits in the session: ' || v_part;
end
$$;
