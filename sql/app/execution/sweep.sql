-- Removes the stream parts of executions that ended a minute ago or earlier; returns how many rows went.
-- They are kept that long for readers at other processes, who are still on their way to the end.
create function execution.sweep(p_older_than interval default '1 minute')
returns bigint
language plpgsql
as $$
declare
    v_count bigint;
begin
    delete from public.popagent_execution_parts p
    using public.popagent_executions e
    where e.id = p.execution_id
    and e.finished_at < public.clock() - p_older_than;
    get diagnostics v_count = row_count;
    return v_count;
end
$$;
