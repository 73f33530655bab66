set local popagent.now = '2026-03-02 10:00Z';

do $$
declare
    v_id uuid := task.create_schedule('{"prompt": " Look at the news. ", "cron": " 0 7 * * 1-5 "}', 'Europe/Berlin');
    v_bad text;
    v_hint text;
begin
    assert (
        select (s.prompt, s.cron, s.zone, s.enabled, s.missed, s.grace_seconds, s.overlap, s.workspace_id, s.next_run_at)
            = ('Look at the news.', '0 7 * * 1-5', 'Europe/Berlin', true, 'run_once', 3600, false, 'default', '2026-03-03 06:00Z'::timestamptz)
        from task.schedules(v_id) s
    ), 'with what is usual, due by the clock of its zone';
    assert (select s.title like 'Look at the news%' from task.schedules(v_id) s), 'its first words are a title';
    v_id := task.create_schedule('{"prompt": "x", "cron": "* * * * *", "enabled": false}', 'UTC');
    assert (select s.next_run_at is null from task.schedules(v_id) s), 'what is off is not due';
    foreach v_bad in array array[
        '{"prompt": "", "cron": "* * * * *"}', '{"prompt": "x", "cron": "61 * * * *"}', '{"prompt": "x", "cron": ""}', '{"prompt": "x"}',
        '{"prompt": "x", "cron": "* * * * *", "grace_seconds": 1}', '{"prompt": "x", "cron": "* * * * *", "workspace_id": "nowhere"}'
    ] loop
        v_hint := null;
        begin
            perform task.create_schedule(v_bad::jsonb, 'UTC');
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_hint = pg_exception_hint;
        end;
        assert v_hint is not null, v_bad;
    end loop;
end
$$;
