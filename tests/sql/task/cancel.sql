-- What is queued ends at once; what runs is asked to; what has ended is refused.
do $$
declare
    v_id uuid := task.create_task(null, 'x', 'x');
    v_execution uuid;
    v_hint text;
begin
    perform task.cancel(v_id);
    assert (select t.state = 'cancelled' and t.finished_at is not null from popagent_agent_tasks t where t.id = v_id), 'what waits is cancelled';
    assert not exists (select from task.claim(v_id, 'me', 10, array['model'], true)), 'its job finds nothing to do';
    begin
        perform task.cancel(v_id);
        assert false, 'what has ended is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'task_ended', v_hint;
    end;

    v_id := task.create_task(null, 'x', 'x');
    select c.execution_id into v_execution from task.claim(v_id, 'me', 10, array['model'], true) c;
    perform task.cancel(v_id);
    perform task.cancel(v_id);
    assert (select t.state = 'cancelling' and t.finished_at is null from popagent_agent_tasks t where t.id = v_id), 'what runs is cancelling until it has let go';
    assert (select r.execution_id = v_execution from execution.renew('me', array[v_execution], 10) r), 'its worker hears it at its next renewal';

    begin
        perform task.cancel(gen_random_uuid());
        assert false, 'what is not there is refused';
    exception when sqlstate 'PT404' then
        null;
    end;
end
$$;
