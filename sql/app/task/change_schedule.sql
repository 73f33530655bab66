-- Changes columns of a schedule and returns its new revision; those that are not named stay. It is read in the time zone
-- of the caller's host from then on. What was due while it was off is not made up for.
create function task.change_schedule(p_id uuid, p_revision bigint, p_changes jsonb, p_zone text)
returns bigint
language plpgsql
as $$
declare
    v_stored public.popagent_agent_schedules := task.require_schedule(p_id, p_revision);
    v_schedule public.popagent_agent_schedules := jsonb_populate_record(v_stored, p_changes);
begin
    v_schedule.zone := p_zone;
    v_schedule := task.checked_schedule(v_schedule, public.clock());
    update public.popagent_agent_schedules s
    set workspace_id = v_schedule.workspace_id,
        title = v_schedule.title,
        prompt = v_schedule.prompt,
        cron = v_schedule.cron,
        zone = v_schedule.zone,
        enabled = v_schedule.enabled,
        missed = v_schedule.missed,
        grace_seconds = v_schedule.grace_seconds,
        overlap = v_schedule.overlap,
        -- A due time that has come already stays, unless the times themselves changed.
        next_run_at = case
            when v_schedule.enabled and s.enabled and (v_schedule.cron, v_schedule.zone) = (s.cron, s.zone) then s.next_run_at
            else v_schedule.next_run_at
        end,
        revision = s.revision + 1,
        updated_at = public.clock()
    where s.id = p_id;
    return v_stored.revision + 1;
end
$$;
