-- Deletes temporary sessions that did not change for a day and in which nothing runs; returns how many.
-- A text that is being written is a change; a turn that waits for its owner is none. Whatever somebody holds is left for the next time.
create function session.sweep_temporary()
returns integer
language plpgsql
as $$
declare
    v_limit timestamptz := public.clock() - interval '1 day';
    v_id text;
    v_count integer := 0;
begin
    for v_id in
        select s.id
        from public.popagent_sessions s
        where s.temporary
        and s.updated_at < v_limit
        for no key update skip locked
    loop
        continue when exists (select from public.popagent_thread_state t where t.thread_id = v_id and t.updated_at >= v_limit);
        -- Asked under the lock: whoever begins a turn holds it meanwhile.
        continue when exists (
            select
            from public.popagent_executions e
            where e.thread_id = v_id
            and e.state in ('running', 'stopping')
        );
        perform thread.remove(v_id);
        v_count := v_count + 1;
    end loop;
    return v_count;
end
$$;
