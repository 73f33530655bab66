-- A schedule as it can be stored, with what it is due next after an instant; else a refusal that names the field.
create function task.checked_schedule(p_schedule public.popagent_agent_schedules, p_after timestamptz)
returns public.popagent_agent_schedules
language plpgsql stable
as $$
declare
    v_next timestamptz;
begin
    p_schedule.prompt := coalesce(btrim(p_schedule.prompt, e' \t\r\n'), '');
    p_schedule.title := left(btrim(text.line(p_schedule.title)), 200);
    p_schedule.title := coalesce(nullif(p_schedule.title, ''), session.title_from(text.line(p_schedule.prompt)));
    p_schedule.cron := btrim(p_schedule.cron, e' \t\r\n');
    p_schedule.workspace_id := workspace.resolve(p_schedule.workspace_id);
    if char_length(p_schedule.prompt) not between 1 and 100000 then
        raise sqlstate 'PT422' using
            message = 'prompt: a schedule needs 1 to 100,000 characters that say what is to be done.', hint = 'out_of_range';
    elsif p_schedule.grace_seconds not between 60 and 604800 then
        raise sqlstate 'PT422' using message = 'graceSeconds: from 60 to 604,800, which is a week.', hint = 'out_of_range';
    end if;
    v_next := task.next_run(p_schedule.cron, p_schedule.zone, p_after);
    if v_next is null then
        raise sqlstate 'PT422' using message = 'cron: this schedule is never due.', hint = 'never_due';
    end if;
    p_schedule.next_run_at := case when p_schedule.enabled then v_next end;
    return p_schedule;
end
$$;
