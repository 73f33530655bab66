do $$
declare
    v_rows jsonb;
begin
    perform session.open('s', 'S', null);
    insert into popagent_executions (kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at, memory_ids)
    values ('turn', 's', 'popagent', 'completed', 'final', '{"a": 1.10}', 'm', 'o', 'q', now(), array[gen_random_uuid()]);
    select jsonb_agg(e.described) into v_rows from execution.export_executions(false, null, 9) e;
    assert (select i.stored = i.given from execution.import_executions(v_rows, true) i), 'what is here is equal';
    delete from popagent_executions;
    assert (select i.stored is null from execution.import_executions(v_rows, false) i);
    assert not exists (select from popagent_executions), 'comparing writes nothing';
    perform execution.import_executions(v_rows, true);
    assert (select jsonb_agg(e.described)::text = v_rows::text from execution.export_executions(false, null, 9) e), 'what is not there comes in';
    assert (select e.owner = 'import' from popagent_executions e), 'no process is its owner';
    update popagent_executions set model = 'mine';
    assert (select i.stored ->> 'model' = 'mine' from execution.import_executions(v_rows, true) i), 'what differs is told, and stays';
end
$$;
