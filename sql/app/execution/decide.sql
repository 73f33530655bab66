-- Notes what the owner decided about a tool call, and tells it in the stream; the execution can be resumed then.
-- It is decided once; when the turn ended first there is nothing to decide.
create function execution.decide(p_thread_id text, p_approval_id text, p_decision text, p_scope text)
returns uuid
language plpgsql
as $$
declare
    v_approval public.popagent_tool_approvals;
    v_execution_id uuid;
begin
    perform session.lock(p_thread_id);
    select a.* into v_approval
    from public.popagent_tool_approvals a
    where a.id = p_approval_id
    and a.thread_id = p_thread_id;
    select e.id into v_execution_id
    from public.popagent_executions e
    cross join lateral execution.questions(e.id) q
    where e.thread_id = p_thread_id
    and e.state = 'waiting'
    and q.id = p_approval_id;
    if v_approval.id is null then
        raise sqlstate 'PT404' using message = 'There is no such question in this session.', hint = 'approval_not_found';
    elsif v_approval.decision is not null then
        raise sqlstate 'PT409' using
            message = format('This was decided already: the call was %s.', v_approval.decision),
            hint = 'already_decided',
            detail = jsonb_build_object('decision', v_approval.decision, 'scope', v_approval.scope)::text;
    elsif v_execution_id is null then
        raise sqlstate 'PT409' using
            message = 'This answer does not wait any more: it was stopped. The tool did not run.', hint = 'not_waiting';
    end if;

    update public.popagent_tool_approvals a
    set decision = p_decision, scope = p_scope, decided_at = public.clock()
    where a.id = p_approval_id;
    perform execution.add_part(v_execution_id, execution.approval_part(v_approval, p_decision));
    return v_execution_id;
end
$$;
