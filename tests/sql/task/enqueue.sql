do $$
declare
    v_id uuid := gen_random_uuid();
begin
    assert task.enqueue(v_id) is not null, 'a job';
    assert task.enqueue(v_id) is null, 'and no second one while it waits';
    update pgqueuer set status = 'picked' where dedupe_key = 'task:' || v_id;
    assert task.enqueue(v_id) is null, 'or runs';
end
$$;
