-- Makes tasks of what is due, all in one transaction: tasks and their jobs are seen by its commit. Any number of servers
-- may call it at any time: a schedule that another one is busy with is passed over, and a due time fires once. Of due
-- times that passed while nobody was there the first within the grace time stands for all of them.
create function task.materialize_due(p_now timestamptz default public.clock(), p_limit integer default 100)
returns table (schedule_id uuid, due_at timestamptz, outcome text)
language plpgsql
as $$
declare
    v_schedule public.popagent_agent_schedules;
begin
    for v_schedule in
        select s.*
        from public.popagent_agent_schedules s
        where s.next_run_at <= p_now
        order by s.next_run_at, s.id
        limit p_limit
        for no key update skip locked
    loop
        schedule_id := v_schedule.id;
        due_at := v_schedule.next_run_at;
        if due_at < p_now - make_interval(secs => v_schedule.grace_seconds) then
            due_at := task.next_run(
                v_schedule.cron, v_schedule.zone, p_now - make_interval(secs => v_schedule.grace_seconds)
            );
            due_at := case when due_at <= p_now then due_at else v_schedule.next_run_at end;
        end if;
        outcome := task.fire(v_schedule, due_at, p_now);
        update public.popagent_agent_schedules s
        set next_run_at = task.next_run(s.cron, s.zone, p_now)
        where s.id = v_schedule.id;
        return next;
    end loop;
end
$$;
