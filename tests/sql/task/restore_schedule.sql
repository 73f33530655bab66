set local popagent.now = '2026-03-02 10:00Z';

do $$
declare
    v_row jsonb := task.remove_schedule(task.create_schedule('{"prompt": "News", "cron": "0 7 * * *"}', 'UTC'));
    v_id uuid := (v_row ->> 'id')::uuid;
begin
    perform set_config('popagent.now', '2026-03-09 10:00Z', true);
    perform task.restore_schedule(v_row);
    assert (select s.next_run_at = '2026-03-10 07:00Z' from task.schedules(v_id) s), 'due from now on';
    perform task.restore_schedule(v_row || '{"title": "Other"}');
    assert (select s.title <> 'Other' from task.schedules(v_id) s), 'what is there again stays';
end
$$;
