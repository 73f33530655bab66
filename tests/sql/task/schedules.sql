set local popagent.now = '2026-03-02 10:00Z';

do $$
declare
    v_late uuid := task.create_schedule('{"prompt": "Late", "cron": "0 9 * * *"}', 'UTC');
    v_soon uuid := task.create_schedule('{"prompt": "Soon", "cron": "0 11 * * *"}', 'UTC');
    v_off uuid := task.create_schedule('{"prompt": "Off", "cron": "0 10 * * *", "enabled": false}', 'UTC');
begin
    assert array(select s.id from task.schedules() s) = array[v_soon, v_late, v_off], 'those that are due next first';
    perform set_config('popagent.now', '2026-03-02 11:00Z', true);
    perform task.materialize_due();
    assert (select (s.last_due_at, s.last_outcome) = ('2026-03-02 11:00Z'::timestamptz, 'on_time') from task.schedules(v_soon) s), 'with what became of the last due time';
end
$$;
