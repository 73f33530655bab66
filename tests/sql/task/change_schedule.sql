set local popagent.now = '2026-03-02 10:00Z';

do $$
declare
    v_id uuid := task.create_schedule('{"prompt": "News", "cron": "0 7 * * *"}', 'UTC');
    v_hint text;
    v_detail text;
begin
    assert task.change_schedule(v_id, 1, '{"title": "Press"}', 'UTC') = 2, 'a change counts';
    assert (select (s.title, s.prompt, s.next_run_at) = ('Press', 'News', '2026-03-03 07:00Z'::timestamptz) from task.schedules(v_id) s), 'and touches what is given only';
    perform task.change_schedule(v_id, 2, '{"cron": "0 8 * * *"}', 'Europe/Berlin');
    assert (select (s.zone, s.next_run_at) = ('Europe/Berlin', '2026-03-03 07:00Z'::timestamptz) from task.schedules(v_id) s), 'by the clock of whoever saved it';
    perform set_config('popagent.now', '2026-03-04 12:00Z', true);
    perform task.change_schedule(v_id, 3, '{"title": "News"}', 'Europe/Berlin');
    assert (select s.next_run_at = '2026-03-03 07:00Z' from task.schedules(v_id) s), 'another title does not lose what is due already';
    perform task.change_schedule(v_id, 4, '{"enabled": false}', 'Europe/Berlin');
    assert (select s.next_run_at is null from task.schedules(v_id) s), 'off, it is not due';
    perform task.change_schedule(v_id, 5, '{"enabled": true}', 'Europe/Berlin');
    assert (select s.next_run_at = '2026-03-05 07:00Z' from task.schedules(v_id) s), 'on again it does not make up for the time it was off';
    begin
        perform task.change_schedule(v_id, 5, '{"enabled": false}', 'UTC');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
    end;
    assert v_hint = 'revision_conflict' and (v_detail::jsonb ->> 'revision')::integer = 6, 'a stale change is refused, with what is stored';
end
$$;
