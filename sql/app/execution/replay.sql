-- Stored stream parts of an execution after a number, in order, and the execution's state as of the same moment.
-- One row per part; when there is none, one row without a part still tells the state.
create function execution.replay(p_execution_id uuid, p_after integer)
returns table (state text, n integer, part jsonb)
language sql stable
as $$
select e.state, x.n, x.part
from public.popagent_executions e
left join lateral (
    select (p.first_n + y.n - 1)::integer as n, y.part
    from public.popagent_execution_parts p
    cross join lateral jsonb_array_elements(p.parts) with ordinality as y (part, n)
    where p.execution_id = e.id
    and p.first_n + y.n - 1 > p_after
) x on true
where e.id = p_execution_id
order by x.n
$$;
