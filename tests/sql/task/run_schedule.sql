do $$
declare
    v_id uuid := task.create_schedule('{"prompt": "News", "title": "Press", "cron": "0 7 * * *"}', 'UTC');
    v_task uuid := task.run_schedule(v_id);
begin
    assert (select (t.origin, t.schedule_id, t.due_at, t.title, t.state)::text from task.load(v_task) t)
        = ('schedule', v_id, null, 'Press', 'queued')::text, 'a task at once, without a due time';
    assert (select s.next_run_at > public.clock() and s.last_outcome is null from task.schedules(v_id) s), 'what is due stays due';
end
$$;
