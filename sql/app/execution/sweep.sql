-- Removes the stream parts of executions that ended a minute ago or earlier; returns how many rows went.
-- They are kept that long for readers at other processes, who are still on their way to the end.
-- Rows that somebody else deletes just now are passed over.
create function execution.sweep(p_older_than interval default '1 minute')
returns bigint
language plpgsql
as $$
declare
    v_count bigint;
begin
    delete from public.popagent_execution_parts p
    using (
        select o.execution_id, o.first_n
        from public.popagent_execution_parts o
        join public.popagent_executions e on e.id = o.execution_id
        where e.finished_at < public.clock() - p_older_than
        for update of o skip locked
    ) o
    where p.execution_id = o.execution_id
    and p.first_n = o.first_n;
    get diagnostics v_count = row_count;
    return v_count;
end
$$;
