-- The next runs of a cron expression, the first of them strictly after p_after.
create function task.next_runs(p_cron text, p_zone text, p_after timestamptz, p_count integer default 5)
returns table (due_at timestamptz)
language plpgsql stable
as $$
begin
    due_at := p_after;
    for v_n in 1..least(p_count, 100) loop
        due_at := task.next_run(p_cron, p_zone, due_at);
        exit when due_at is null;
        return next;
    end loop;
end
$$;
