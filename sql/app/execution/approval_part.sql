-- A tool approval as a part of the stream: waiting, approved, denied, or withdrawn when the turn ended undecided.
-- Parts of one id take each other's place, so that the message keeps the last.
create function execution.approval_part(p_approval public.popagent_tool_approvals, p_state text)
returns jsonb
language sql immutable
as $$
select jsonb_build_object(
    'type', 'data-toolApproval',
    'id', p_approval.id,
    'data', jsonb_build_object(
        'approvalId', p_approval.id,
        'toolCallId', p_approval.tool_call_id,
        'toolName', p_approval.tool,
        'input', p_approval.input,
        'state', p_state
    )
)
$$;
