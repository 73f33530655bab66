-- A run of a task: the prompt is stored once, each run on settings of its own.
do $$
declare
    v_first uuid := gen_random_uuid();
    v_second uuid := gen_random_uuid();
begin
    perform thread.open('task-x', 'task', 'popagent-user');
    perform execution.begin_task('task-x', 'Sweep.', 'model', 'me', 10, 1, v_first);
    perform execution.finish(v_first, 'me', 'interrupted', 'interrupted', 'Killed.');
    perform execution.begin_task('task-x', 'Sweep.', 'model', 'you', 10, 2, v_second);
    assert (select count(*) = 1 from popagent_messages m where m.thread_id = 'task-x' and m.role = 'user'), 'one prompt';
    assert (
        select (e.kind, e.state, e.owner, e.attempt, e.agent_id, e.question_id) = ('task', 'running', 'you', 2, 'popagent', 'prompt')
            and e.settings ? 'supervisor_max_steps'
        from popagent_executions e
        where e.id = v_second
    ), 'the second run';
end
$$;
