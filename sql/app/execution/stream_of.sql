-- All stored stream parts of an execution in order, followed by those given.
create function execution.stream_of(p_execution_id uuid, p_tail jsonb default '[]')
returns jsonb
language sql stable
as $$
select coalesce(
    (
        select jsonb_agg(x.part order by p.first_n, x.n)
        from public.popagent_execution_parts p
        cross join lateral jsonb_array_elements(p.parts) with ordinality as x (part, n)
        where p.execution_id = p_execution_id
    ),
    '[]'
) || p_tail
$$;
