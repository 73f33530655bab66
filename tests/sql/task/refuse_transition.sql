-- Every pair of states: what may follow what, whoever writes.
do $$
declare
    v_execution uuid;
    v_id uuid := task.create_task(null, 'x', 'x');
    v record;
    v_done boolean;
begin
    select c.execution_id into v_execution from task.claim(v_id, 'me', 10, array['model'], true) c;
    for v in
        select a.state as before, b.state as after
        from unnest(array['queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled']) a (state)
        cross join unnest(array['queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled']) b (state)
        where a.state <> b.state
    loop
        delete from popagent_agent_tasks where id = v_id;
        insert into popagent_agent_tasks (id, workspace_id, title, prompt, origin, thread_id, execution_id, timeout_seconds, started_at, state, error, finished_at)
        values (
            v_id, 'default', 'x', 'x', 'manual', 'task-' || v_id, v_execution, 60, now(), v.before,
            case v.before when 'failed' then 'x' end, case when v.before in ('completed', 'failed', 'cancelled') then now() end
        );
        begin
            update popagent_agent_tasks
            set
                state = v.after,
                error = case v.after when 'failed' then 'x' end,
                finished_at = case when v.after in ('completed', 'failed', 'cancelled') then now() end
            where id = v_id;
            v_done := true;
        exception when check_violation then
            v_done := false;
        end;
        assert v_done = (v.before || ' ' || v.after = any (array[
            'queued running', 'queued cancelled', 'queued failed',
            'running completed', 'running failed', 'running cancelling', 'running cancelled', 'running queued',
            'cancelling cancelled'
        ])), format('%s to %s', v.before, v.after);
    end loop;
end
$$;
