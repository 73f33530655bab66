do $$
begin
    assert (select array_agg(r.due_at) from task.next_runs('*/30 * * * *', 'UTC', '2026-01-01 00:10Z', 3) r)
        = array['2026-01-01 00:30Z', '2026-01-01 01:00Z', '2026-01-01 01:30Z']::timestamptz[], 'one after another';
    assert (select count(*) = 5 from task.next_runs('@daily', 'UTC', '2026-01-01Z')), 'five, unless more are asked for';
    assert (select count(*) = 100 from task.next_runs('* * * * *', 'UTC', '2026-01-01Z', 100000)), 'within reason';
end
$$;
