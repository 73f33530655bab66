-- Tasks go out and come in again as they were; what has not ended is told as cancelled.
set local popagent.now = '2026-03-01 12:00+00';

do $$
declare
    v_id uuid := task.create_task(null, 'Yard', 'Sweep it.');
    v_task popagent_agent_tasks;
    v_row jsonb;
    v record;
begin
    select t.* into v_task from popagent_agent_tasks t where t.id = v_id;
    assert task.described(v_task) @> '{"state": "cancelled", "prompt": "Sweep it.", "title": "Yard"}', 'what waits is told as cancelled';
    select e.described into strict v_row from task.export_tasks(null, 10) e;
    assert v_row = task.described(v_task), 'the export holds it so';
    assert not exists (select from task.export_tasks(to_jsonb(v_id), 10)), 'once';
    select * into strict v from task.import_tasks(jsonb_build_array(v_row), true);
    assert v.stored = v.given, 'what is there is compared';
    assert (select t.state = 'queued' from popagent_agent_tasks t where t.id = v_id), 'and stays as it is';
    delete from popagent_agent_tasks where id = v_id;
    select * into strict v from task.import_tasks(jsonb_build_array(v_row), false);
    assert v.stored is null and not exists (select from popagent_agent_tasks t where t.id = v_id), 'a look writes nothing';
    perform task.import_tasks(jsonb_build_array(v_row), true);
    assert (select task.described(t) = v_row from popagent_agent_tasks t where t.id = v_id), 'what is not there comes in';
end
$$;
