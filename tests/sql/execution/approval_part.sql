do $$
declare
    v_approval popagent_tool_approvals;
begin
    v_approval.id := 'a1';
    v_approval.tool_call_id := 'c1';
    v_approval.tool := 't';
    v_approval.input := '{"x": 1}';
    assert execution.approval_part(v_approval, 'waiting') = '{
        "type": "data-toolApproval", "id": "a1",
        "data": {"approvalId": "a1", "toolCallId": "c1", "toolName": "t", "input": {"x": 1}, "state": "waiting"}
    }', 'what a reader needs to ask';
    assert execution.fold(jsonb_build_array(execution.approval_part(v_approval, 'waiting'), execution.approval_part(v_approval, 'denied')), true)
        = jsonb_build_array(execution.approval_part(v_approval, 'denied')), 'a message keeps the last';
end
$$;
