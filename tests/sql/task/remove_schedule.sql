do $$
declare
    v_id uuid := task.create_schedule('{"prompt": "News", "cron": "0 7 * * *"}', 'UTC');
    v_waiting uuid := task.run_schedule(v_id);
    v_running uuid := task.run_schedule(v_id);
    v_row jsonb;
begin
    perform task.claim(v_running, 'me', 10, array['model'], true);
    v_row := task.remove_schedule(v_id, 1);
    assert not exists (select from task.schedules(v_id)), 'it is gone';
    assert (select t.state from popagent_agent_tasks t where t.id = v_waiting) = 'cancelled', 'what waits does not begin';
    assert (select t.state from popagent_agent_tasks t where t.id = v_running) = 'cancelling', 'what runs is stopped';
    perform task.restore_schedule(v_row);
    assert (select s.prompt = 'News' and s.next_run_at > public.clock() from task.schedules(v_id) s), 'it can come back';
end
$$;
