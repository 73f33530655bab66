-- Lets an execution wait for its owner's decision about a tool call: all that it said is stored, the question with
-- it, and no process has it any more. False when a stop was asked for first. Said again, after a broken
-- connection, it changes nothing. Only its owner may; whoever lost it is refused. A supervisor waits with the
-- question of its specialist, when one waits for the call.
create function execution.suspend(
    p_execution_id uuid,
    p_owner text,
    p_call_id text,
    p_tool text,
    p_input jsonb,
    p_first_n integer default 1,
    p_tail jsonb default '[]',
    p_usage jsonb default '{}',
    p_memory_ids uuid[] default '{}'
)
returns boolean
language plpgsql
as $$
declare
    v_thread_id text;
    v_state text;
    v_approval public.popagent_tool_approvals;
begin
    select e.thread_id into v_thread_id from public.popagent_executions e where e.id = p_execution_id;
    perform session.lock(v_thread_id);
    select e.state into v_state
    from public.popagent_executions e
    where e.id = p_execution_id
    and e.owner = p_owner
    and e.state in ('running', 'stopping', 'waiting')
    for update;
    if v_state is null then
        raise sqlstate 'PT409' using
            message = 'This execution is not this process''s any more: it ended, was given away, or its session was deleted.',
            hint = 'execution_lost';
    elsif v_state = 'stopping' then
        return false;
    elsif v_state = 'waiting' then
        return true;
    end if;

    if jsonb_array_length(p_tail) > 0 then
        insert into public.popagent_execution_parts (execution_id, first_n, parts)
        values (p_execution_id, p_first_n, p_tail)
        on conflict (execution_id, first_n) do update
        set parts = excluded.parts;
    end if;
    select q.* into v_approval from execution.questions(p_execution_id) q;
    if v_approval.id is null then
        insert into public.popagent_tool_approvals (execution_id, thread_id, tool_call_id, tool, input)
        select p_execution_id, s.thread_id, p_call_id, p_tool, p_input
        from execution.session_of(p_execution_id) s
        returning * into v_approval;
    end if;
    perform execution.add_part(p_execution_id, execution.approval_part(v_approval, 'waiting'));
    update public.popagent_executions e
    set state = 'waiting', lease_expires_at = null, usage = p_usage, memory_ids = p_memory_ids
    where e.id = p_execution_id;
    return true;
end
$$;
