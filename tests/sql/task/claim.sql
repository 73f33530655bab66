-- What a picked job means, and what its claim begins.
set local popagent.now = '2026-03-01 12:00+00';

do $$
declare
    v_id uuid := task.create_task(null, 'Yard', 'Sweep it.');
    v_run record;
    v_second record;
begin
    select * into strict v_run from task.claim(v_id, 'me', 10, array['model'], true);
    assert (v_run.model, v_run.timeout_seconds, v_run.thread_id) = ('model', 1800, 'task-' || v_id), 'the run has a model, a timeout and the task''s thread';
    assert (
        select (t.state, t.attempt, t.execution_id, t.timeout_seconds, t.started_at) = ('running', 1, v_run.execution_id, 1800, '2026-03-01 12:00+00'::timestamptz)
        from popagent_agent_tasks t
        where t.id = v_id
    ), 'the task runs';
    assert (
        select (e.kind, e.state, e.owner, e.question_id, e.attempt) = ('task', 'running', 'me', 'prompt', 1)
        from popagent_executions e
        where e.id = v_run.execution_id
    ), 'on an execution of its own';
    assert (select c.question = 'Sweep it.' from execution.context(v_run.execution_id) c), 'which is asked the prompt';
    assert not exists (select from task.claim(v_id, 'other', 10, array['model'], true)), 'the job again, while it runs: nothing is to be done';

    update popagent_agent_runtime_settings set background_timeout_seconds = 60;
    assert (select t.timeout_seconds = 1800 from popagent_agent_tasks t where t.id = v_id), 'a change of the settings leaves it alone';

    -- The worker was lost.
    perform set_config('popagent.now', '2026-03-01 12:00:11+00', true);
    select * into strict v_second from task.claim(v_id, 'other', 10, array['model'], true);
    assert v_second.execution_id <> v_run.execution_id, 'the job again, when the lease ran out: it begins anew';
    assert v_second.timeout_seconds = 60, 'with the timeout of now';
    assert (
        select (t.state, t.attempt, t.recoveries, t.started_at) = ('running', 2, 1, '2026-03-01 12:00+00'::timestamptz)
        from popagent_agent_tasks t
        where t.id = v_id
    ), 'its age counts from its first start';
    assert (select count(*) = 1 from popagent_messages m where m.thread_id = v_run.thread_id), 'the prompt is stored once';
    begin
        perform execution.finish(v_run.execution_id, 'me', 'completed', 'final');
        assert false, 'the lost worker cannot end it';
    exception when sqlstate 'PT409' then
        null;
    end;
    assert (select t.state = 'running' from popagent_agent_tasks t where t.id = v_id), 'it runs on elsewhere';
    perform execution.finish(v_second.execution_id, 'other', 'completed', 'final');
    assert not exists (select from task.claim(v_id, 'me', 10, array['model'], true)), 'the job of what has ended: nothing is to be done';
    assert not exists (select from task.claim(gen_random_uuid(), 'me', 10, array['model'], true)), 'nor for a task that is not there';

    v_id := task.create_task(null, 'Yard', 'Sweep it.');
    begin
        perform task.claim(v_id, 'me', 10);
        assert false, 'without a model it cannot begin';
    exception when sqlstate 'PT503' then
        null;
    end;
    assert (select t.state = 'queued' from popagent_agent_tasks t where t.id = v_id), 'and waits';
end
$$;
