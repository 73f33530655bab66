-- Makes a schedule of the columns that are given, read in the time zone of the caller's host; returns its id.
create function task.create_schedule(p_schedule jsonb, p_zone text)
returns uuid
language plpgsql
as $$
declare
    v_schedule public.popagent_agent_schedules := jsonb_populate_record(null::public.popagent_agent_schedules, p_schedule);
begin
    v_schedule.id := gen_random_uuid();
    v_schedule.zone := p_zone;
    v_schedule.enabled := coalesce(v_schedule.enabled, true);
    v_schedule.missed := coalesce(v_schedule.missed, 'run_once');
    v_schedule.grace_seconds := coalesce(v_schedule.grace_seconds, 3600);
    v_schedule.overlap := coalesce(v_schedule.overlap, false);
    v_schedule.revision := 1;
    v_schedule.created_at := public.clock();
    v_schedule.updated_at := public.clock();
    v_schedule := task.checked_schedule(v_schedule, public.clock());
    insert into public.popagent_agent_schedules select v_schedule.*;
    return v_schedule.id;
end
$$;
