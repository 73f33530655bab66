-- How a task goes on with its execution, for each end of that.
set local popagent.now = '2026-03-01 12:00+00';

create function pg_temp.running(out v_id uuid, out v_execution uuid)
language plpgsql
as $$
begin
    perform set_config('popagent.now', '2026-03-01 12:00+00', true);
    v_id := task.create_task(null, 'x', 'x');
    select c.execution_id into v_execution from task.claim(v_id, 'me', 10, array['model'], true) c;
end
$$;

do $$
declare
    v record;
    v_id uuid;
    v_execution uuid;
begin
    for v in
        select *
        from (values
            (false, 'completed', 'final', null, 'completed', null),
            (false, 'failed', 'timeout', 'Too long.', 'failed', 'Too long.'),
            (true, 'completed', 'final', null, 'cancelled', null),
            (true, 'failed', 'error', 'Down.', 'cancelled', null),
            (true, 'stopped', 'stopped', null, 'cancelled', null),
            (true, 'interrupted', 'interrupted', 'Killed.', 'cancelled', null)
        ) c (cancelled, ended, end_reason, error, state, told)
    loop
        select * into v_id, v_execution from pg_temp.running();
        if v.cancelled then
            perform task.cancel(v_id);
            assert (select t.state = 'cancelling' from popagent_agent_tasks t where t.id = v_id), 'a cancellation is seen first';
        end if;
        perform execution.finish(v_execution, 'me', v.ended, v.end_reason, v.error);
        assert (
            select t.state = v.state and t.error is not distinct from v.told and t.finished_at = public.clock()
            from popagent_agent_tasks t
            where t.id = v_id
        ), format('%s becomes %s', v, v.state);
    end loop;

    -- Interrupted by a graceful stop: it is queued again at once.
    select * into v_id, v_execution from pg_temp.running();
    delete from pgqueuer;
    perform execution.finish(v_execution, 'me', 'interrupted', 'interrupted', 'Stopped.');
    assert (select (t.state, t.recoveries) = ('queued', 1) and t.error is null from popagent_agent_tasks t where t.id = v_id), 'what is interrupted is queued again';
    assert exists (select from pgqueuer q where q.dedupe_key = 'task:' || v_id), 'with a job';

    -- Its worker was lost, after it was first begun too long ago.
    select * into v_id, v_execution from pg_temp.running();
    perform set_config('popagent.now', '2026-03-01 13:00:01+00', true);
    perform execution.reap();
    assert (select (t.state, t.error) = ('failed', 'stale after restart') from popagent_agent_tasks t where t.id = v_id), 'what is stale fails';

    -- A cancelled task of a lost worker.
    select * into v_id, v_execution from pg_temp.running();
    perform task.cancel(v_id);
    perform set_config('popagent.now', '2026-03-01 12:00:11+00', true);
    perform execution.reap();
    assert (select t.state = 'cancelled' from popagent_agent_tasks t where t.id = v_id), 'is never queued again';
end
$$;
