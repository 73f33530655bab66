-- A tool approval as a part of the stream: waiting, approved, denied, or withdrawn when the turn ended undecided.
-- Parts of one id take each other's place, so that the message keeps the last. A specialist's names it, with the
-- call by which it was delegated: that is the call which waits in the session.
create function execution.approval_part(p_approval public.popagent_tool_approvals, p_state text)
returns jsonb
language sql stable
as $$
select jsonb_build_object(
    'type', 'data-toolApproval',
    'id', p_approval.id,
    'data', jsonb_build_object(
        'approvalId', p_approval.id,
        'toolCallId', coalesce(e.call_id, p_approval.tool_call_id),
        'toolName', p_approval.tool,
        'input', p_approval.input,
        'state', p_state
    ) || case when a.id is null then '{}' else jsonb_build_object('agentId', a.id, 'agentName', a.name) end
)
from public.popagent_executions e
left join public.popagent_agents a on a.id = e.agent_id and e.kind = 'delegation'
where e.id = p_approval.execution_id
$$;
