-- A task, its thread and its job come together.
set local popagent.now = '2026-03-01 12:00+00';

do $$
declare
    v_id uuid := task.create_task(null, e' Sweep\nthe yard ', '  Sweep it.  ');
    v_hint text;
begin
    assert (
        select (t.title, t.prompt, t.origin, t.state, t.attempt, t.recoveries, t.created_at)
            = ('Sweep the yard', 'Sweep it.', 'manual', 'queued', 0, 0, '2026-03-01 12:00+00'::timestamptz)
            and t.workspace_id = workspace.resolve(null)
            and t.started_at is null
            and t.execution_id is null
        from popagent_agent_tasks t
        where t.id = v_id
    ), 'it is queued in the default workspace';
    assert (select t.kind = 'task' and t.resource_id = 'popagent-user' from popagent_threads t where t.id = 'task-' || v_id), 'it has a thread';
    assert (select q.entrypoint = 'task' and convert_from(q.payload, 'UTF8') = v_id::text from pgqueuer q where q.dedupe_key = 'task:' || v_id), 'it has a job';
    assert task.enqueue(v_id) is null, 'and no second one';

    v_id := task.create_task(null, null, 'Count the birds in the garden, one after the other, until all of them are counted twice.');
    assert (select t.title = 'Count the birds in the garden, one after the other, until…' from popagent_agent_tasks t where t.id = v_id), 'without a title its first words are one';
    begin
        perform task.create_task(null, 'x', e' \n ');
        assert false, 'a task without a prompt is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'out_of_range', v_hint;
    end;
    begin
        perform task.create_task('nowhere', 'x', 'x');
        assert false, 'an unknown workspace is refused';
    exception when sqlstate 'PT422' then
        null;
    end;
    v_id := gen_random_uuid();
    perform task.create_task(null, 'x', 'x', 'schedule', v_id, public.clock());
    begin
        perform task.create_task(null, 'x', 'x', 'schedule', v_id, public.clock());
        assert false, 'a due time fires once';
    exception when unique_violation then
        null;
    end;
end
$$;
