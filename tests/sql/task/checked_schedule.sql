do $$
declare
    v_schedule public.popagent_agent_schedules;
    v_hint text;
begin
    v_schedule.prompt := 'Do it';
    v_schedule.cron := '0 0 * * *';
    v_schedule.zone := 'UTC';
    v_schedule.grace_seconds := 60;
    v_schedule.enabled := true;
    v_schedule.title := e'Two\nlines';
    v_schedule := task.checked_schedule(v_schedule, '2026-03-02 10:00Z');
    assert v_schedule.next_run_at = '2026-03-03 00:00Z' and v_schedule.title not like e'%\n%', 'due, and tidy';
    v_schedule.zone := 'Mars/X';
    begin
        perform task.checked_schedule(v_schedule, '2026-03-02 10:00Z');
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'invalid_time_zone', 'a zone that is none is refused';
end
$$;
