-- Ends an execution that waits for its owner as stopped, since no process has it that could; returns it, or null when
-- none waits. The question is withdrawn. The caller holds the lock of the session.
create function execution.stop_waiting(p_thread_id text, p_execution_id uuid default null)
returns uuid
language plpgsql
as $$
declare
    v_execution public.popagent_executions;
begin
    select e.* into v_execution
    from public.popagent_executions e
    where e.thread_id = p_thread_id
    and (p_execution_id is null or e.id = p_execution_id)
    and e.state = 'waiting'
    for update;
    if v_execution.id is null then
        return null;
    end if;
    perform execution.add_part(v_execution.id, execution.approval_part(q, 'withdrawn'))
    from execution.questions(v_execution.id) q;
    perform execution.add_part(v_execution.id, '{"type": "abort"}');
    perform execution.conclude(
        v_execution.id, 'stopped', 'stopped', null, v_execution.usage, v_execution.memory_ids
    );
    return v_execution.id;
end
$$;
