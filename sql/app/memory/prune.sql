-- Deletes episodes older than p_keep_for, then all but the p_keep newest, of one resource or of all; facts
-- never. What is not given is as the settings say. Exact: it counts anew before each batch of p_batch, and goes
-- on until nothing is left over. Returns how many were too old and how many too many.
create function memory.prune(
    p_keep_for interval default null,
    p_keep integer default null,
    p_batch integer default 1000,
    p_resource_id text default null
)
returns table (expired bigint, surplus bigint)
language plpgsql
as $$
declare
    v_keep_for interval;
    v_keep integer;
    v_gone bigint;
begin
    if p_batch is null or p_batch < 1 then
        raise sqlstate 'PT422' using message = 'A batch has at least one row.', hint = 'retention_out_of_range';
    end if;
    select r.keep_for, r.keep into v_keep_for, v_keep
    from memory.retention(p_keep_for, p_keep) r;
    -- Batches of one run are locked until its end: two runs at once could hold what the other wants next.
    perform pg_advisory_xact_lock(hashtextextended('memory.prune', 0));
    expired := 0;
    surplus := 0;
    loop
        v_gone := memory.prune_batch(public.clock() - v_keep_for, null, p_batch, p_resource_id);
        expired := expired + v_gone;
        exit when v_gone = 0;
    end loop;
    loop
        v_gone := memory.prune_batch(null, v_keep, p_batch, p_resource_id);
        surplus := surplus + v_gone;
        exit when v_gone = 0;
    end loop;
    return next;
end
$$;
