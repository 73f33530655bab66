set local popagent.now = '2026-03-02 08:30Z';

do $$
declare
    v_id uuid := task.create_schedule('{"prompt": "News", "cron": "0 9 * * *"}', 'UTC');
    v_due uuid := task.create_schedule('{"prompt": "News", "cron": "0 9 * * *"}', 'UTC');
begin
    update popagent_agent_schedules set next_run_at = '2026-03-02 10:00Z' where id = v_id;
    update popagent_agent_schedules set next_run_at = '2026-03-02 08:00Z' where id = v_due;
    assert task.reckon_schedules() = 1, 'one is due at another time by now';
    assert (select s.next_run_at = '2026-03-02 09:00Z' from task.schedules(v_id) s), 'as the calendar has it';
    assert (select s.next_run_at = '2026-03-02 08:00Z' from task.schedules(v_due) s), 'what is due already stays due';
end
$$;
