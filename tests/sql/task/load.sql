do $$
declare
    v_id uuid := task.create_task(null, 'x', 'x');
    v record;
begin
    select * into strict v from task.load(v_id);
    assert (v.id, v.state, v.usage) = (v_id, 'queued', '{}'::jsonb) and v.model is null, 'one that did not begin has no run';
    perform task.claim(v_id, 'me', 10, array['model'], true);
    select * into strict v from task.load(v_id);
    assert v.model = 'model' and v.trace_id is not null and v.run_started_at is not null, 'one that runs tells its run';
    begin
        perform task.load(gen_random_uuid());
        assert false, 'what is not there is refused';
    exception when sqlstate 'PT404' then
        null;
    end;
end
$$;
