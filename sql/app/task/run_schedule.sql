-- Makes a task of a schedule now, by hand, whatever is due; returns the task.
create function task.run_schedule(p_id uuid)
returns uuid
language plpgsql
as $$
declare
    v_schedule public.popagent_agent_schedules := task.require_schedule(p_id);
begin
    return task.create_task(v_schedule.workspace_id, v_schedule.title, v_schedule.prompt, 'schedule', p_id);
end
$$;
