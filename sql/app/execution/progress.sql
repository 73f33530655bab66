-- What an execution that is resumed has said and done so far: as messages for its model, the calls that have no result
-- yet in their order, the steps taken and the tokens used.
create function execution.progress(p_execution_id uuid)
returns table (messages jsonb, pending jsonb, steps integer, usage jsonb)
language sql stable
as $$
with said as (
    select e.usage, execution.fold(execution.stream_of(e.id), false) as parts
    from public.popagent_executions e
    where e.id = p_execution_id
),
pending as (
    select x.n, x.part
    from said s
    cross join lateral jsonb_array_elements(s.parts) with ordinality x (part, n)
    where x.part ->> 'type' like 'tool-%'
    and not x.part ?| array['output', 'errorText']
)
select
    (
        select coalesce(jsonb_agg(m.message order by m.n), '[]')
        from thread.model_messages('assistant', s.parts) m
        where not exists (
            select
            from pending p
            where m.message ->> 'role' = 'tool'
            and m.message ->> 'tool_call_id' = p.part ->> 'toolCallId'
        )
    ),
    (
        select coalesce(jsonb_agg(
            jsonb_build_object('id', p.part -> 'toolCallId', 'name', substr(p.part ->> 'type', 6), 'input', p.part -> 'input')
            order by p.n
        ), '[]')
        from pending p
    ),
    (
        select count(*)::integer
        from jsonb_array_elements(s.parts) x (part)
        where x.part ->> 'type' = 'step-start'
    ),
    s.usage
from said s
$$;
