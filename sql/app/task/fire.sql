-- Decides about a due time of a schedule that the caller has locked, and notes it: a task is made, or it is said why not.
-- More than a minute and a half after it nobody was there in time. At most ten of a schedule wait or run at once.
create function task.fire(p_schedule public.popagent_agent_schedules, p_due_at timestamptz, p_now timestamptz)
returns text
language plpgsql
as $$
declare
    v_late boolean := p_now - p_due_at > interval '90 seconds';
    v_active bigint := (
        select count(*)
        from public.popagent_agent_tasks t
        where t.schedule_id = p_schedule.id
        and t.state in ('queued', 'running', 'cancelling')
    );
    v_outcome text := case
        when v_late and p_schedule.missed = 'skip' then 'missed'
        when p_now - p_due_at > make_interval(secs => p_schedule.grace_seconds) then 'missed'
        when v_active > 0 and not p_schedule.overlap then 'overlap'
        when v_active >= 10 then 'held'
        when v_late then 'late'
        else 'on_time'
    end;
    v_task_id uuid;
begin
    if v_outcome in ('on_time', 'late') then
        v_task_id := task.create_task(
            p_schedule.workspace_id, p_schedule.title, p_schedule.prompt, 'schedule', p_schedule.id, p_due_at
        );
    end if;
    insert into public.popagent_schedule_runs (schedule_id, due_at, outcome, task_id)
    values (p_schedule.id, p_due_at, v_outcome, v_task_id);
    return v_outcome;
end
$$;
