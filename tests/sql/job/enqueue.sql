do $$
declare
    v_first bigint := job.enqueue('sweep', 'one', 'dust');
begin
    assert v_first is not null, 'the job''s id comes back';
    assert job.enqueue('sweep', 'one') is null, 'a key waits once';
    update pgqueuer set status = 'picked' where id = v_first;
    assert job.enqueue('sweep', 'one') is null, 'nor while its job runs';
    assert (select count(*) = 1 from pgqueuer q where q.dedupe_key = 'one' and q.payload = 'dust'), 'one row';
    assert (select count(*) = 1 from pgqueuer_log l where l.job_id = v_first and l.status = 'queued'), 'and one line in the log';
    delete from pgqueuer where id = v_first;
    assert job.enqueue('sweep', 'one') > v_first, 'once it has ended the key is free again';
    assert job.enqueue('sweep') <> job.enqueue('sweep'), 'without a key each is a job of its own';
end
$$;
