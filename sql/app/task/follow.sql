-- Moves a task along with its newest execution, in the same transaction: so the end of one is the end of the other,
-- and a worker that lost its execution cannot end the task. Whatever ends after a cancellation is cancelled. What was
-- interrupted is queued again, or fails once it is older than the settings allow. A trigger.
create function task.follow()
returns trigger
language plpgsql
as $$
declare
    v_task public.popagent_agent_tasks;
    v_state text;
begin
    select t.* into v_task
    from public.popagent_agent_tasks t
    where t.execution_id = new.id
    and t.state in ('running', 'cancelling')
    for no key update;
    if not found then
        return null;
    end if;
    v_state := case
        when new.state = 'stopping' then 'cancelling'
        when new.state = 'stopped' or v_task.state = 'cancelling' then 'cancelled'
        when new.state <> 'interrupted' then new.state
        when task.is_stale(v_task.started_at) then 'failed'
        else 'queued'
    end;
    update public.popagent_agent_tasks t
    set
        state = v_state,
        error = case when v_state <> 'failed' then null when new.state = 'interrupted' then 'stale after restart' else new.error end,
        recoveries = t.recoveries + (v_state = 'queued')::integer,
        finished_at = case when v_state in ('completed', 'failed', 'cancelled') then public.clock() end
    where t.id = v_task.id;
    if v_state = 'queued' then
        perform task.enqueue(v_task.id);
    end if;
    return null;
end
$$;
