do $$
declare
    v_id uuid := task.create_task(null, 'x', 'x');
begin
    perform task.fail(v_id, 'No model.');
    assert (select (t.state, t.error) = ('failed', 'No model.') and t.finished_at is not null from popagent_agent_tasks t where t.id = v_id), 'it fails with what is to be changed';
    v_id := task.create_task(null, 'x', 'x');
    perform task.claim(v_id, 'me', 10, array['model'], true);
    perform task.fail(v_id, 'No model.');
    assert (select t.state = 'running' from popagent_agent_tasks t where t.id = v_id), 'what runs is left alone';
end
$$;
