-- Asks for the stop of what runs in a thread, or of one execution if it still runs; returns it, or null.
-- The owner hears it at once; should the bell be out of order, at its next write. What waits for a decision is
-- ended here: no process has it.
create function execution.request_stop(p_thread_id text, p_execution_id uuid default null)
returns uuid
language plpgsql
as $$
declare
    v_id uuid;
begin
    perform session.lock(p_thread_id);
    v_id := execution.stop_waiting(p_thread_id, p_execution_id);
    if v_id is null then
        update public.popagent_executions e
        set state = 'stopping'
        where e.thread_id = p_thread_id
        and (p_execution_id is null or e.id = p_execution_id)
        and e.state in ('running', 'stopping')
        returning e.id into v_id;
    end if;
    return v_id;
end
$$;
