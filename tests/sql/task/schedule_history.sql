set local popagent.now = '2026-03-02 08:30Z';

do $$
declare
    v_id uuid := task.create_schedule('{"prompt": "News", "cron": "0 9 * * *"}', 'UTC');
    v_by_hand uuid;
begin
    perform set_config('popagent.now', '2026-03-02 09:00Z', true);
    perform task.materialize_due();
    perform set_config('popagent.now', '2026-03-02 12:00Z', true);
    v_by_hand := task.run_schedule(v_id);
    perform set_config('popagent.now', '2026-03-03 09:00Z', true);
    perform task.materialize_due();
    assert array(select h.outcome || ' ' || coalesce(h.state, 'none') from task.schedule_history(v_id) h)
        = array['overlap none', 'by_hand queued', 'on_time queued'], 'newest first, with those by hand';
    assert (select h.task_id = v_by_hand and h.due_at is null from task.schedule_history(v_id) h where h.outcome = 'by_hand');
    assert (select count(*) = 1 from task.schedule_history(v_id, 1)), 'at most so many';
end
$$;
