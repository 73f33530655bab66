-- Ends executions whose owner let the lease run out, keeping what they had said; returns them.
-- Safe to run anywhere and at any time: it touches expired leases only, and what another process
-- is busy with just now it leaves to the next time, without waiting.
create function execution.reap(p_limit integer default 50)
returns table (execution_id uuid)
language plpgsql
as $$
declare
    v_id uuid;
    v_thread_id text;
begin
    for v_id, v_thread_id in
        select e.id, e.thread_id
        from public.popagent_executions e
        where e.lease_expires_at < public.clock()
        and e.state in ('running', 'stopping')
        order by e.lease_expires_at
        limit p_limit
    loop
        continue when not session.try_lock(v_thread_id);
        perform 1
        from public.popagent_executions e
        where e.id = v_id
        and e.lease_expires_at < public.clock()
        and e.state in ('running', 'stopping')
        for update skip locked;
        if found then
            perform execution.conclude(
                v_id, 'interrupted', 'interrupted', 'The server that wrote this answer stopped in the middle of it.'
            );
            execution_id := v_id;
            return next;
        end if;
    end loop;
end
$$;
