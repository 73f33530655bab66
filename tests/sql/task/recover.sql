-- Queued tasks that have no job get one, all of them.
do $$
declare
    v_id uuid;
begin
    perform task.create_task(null, 'x', 'x') from generate_series(1, 300);
    v_id := task.create_task(null, 'x', 'x');
    perform task.claim(v_id, 'me', 10, array['model'], true);
    assert task.recover() = 0, 'each has one';
    delete from pgqueuer where id % 2 = 0;
    assert task.recover() >= 150, 'those that lost theirs get one';
    delete from pgqueuer;
    assert task.recover() = 300, 'all of them, and none that runs';
    assert (select count(*) = 300 from pgqueuer q where q.entrypoint = 'task'), 'one each';
    assert task.recover() = 0, 'and no second one';
end
$$;
