-- A stream of parts as the parts of a message: deltas joined, each tool call with its result.
-- The only place that knows how one becomes the other; it serves the finished answer, the answer
-- of a crashed process and the page that shows an answer grow, which sees what is transient too. With p_ended,
-- what is open is closed: a tool call without a result failed as interrupted.
create function execution.fold(p_stream jsonb, p_ended boolean)
returns jsonb
language sql immutable
as $$
with item as (
    select
        x.n,
        x.part,
        x.part ->> 'type' as type,
        case
            when x.part ->> 'type' ~ '^(text|reasoning)-' then split_part(x.part ->> 'type', '-', 1) || ':' || (x.part ->> 'id')
            when x.part ->> 'type' like 'tool-%' then 'tool:' || (x.part ->> 'toolCallId')
            when x.part ->> 'type' like 'data-%' and x.part ? 'id' then (x.part ->> 'type') || ':' || (x.part ->> 'id')
            else 'one:' || x.n
        end as key
    from jsonb_array_elements(p_stream) with ordinality as x (part, n)
    where x.part ->> 'type' ~ '^(text|reasoning|tool|data|start-step)(-|$)'
    and not (p_ended and coalesce((x.part ->> 'transient')::boolean, false))
),
whole as (
    select
        min(i.n) as n,
        split_part(i.key, ':', 1) as kind,
        string_agg(i.part ->> 'delta', '' order by i.n) as text,
        bool_or(i.type in ('text-end', 'reasoning-end')) or p_ended as done,
        (jsonb_agg(i.part order by i.n) -> -1) as last,
        jsonb_object_agg(f.name, f.value order by i.n) filter (where f.name in ('toolCallId', 'toolName', 'input', 'output', 'errorText')) as fields,
        bool_or(i.type = 'tool-input-available') as called
    from item i
    left join lateral jsonb_each(i.part) as f (name, value) on i.type like 'tool-%'
    group by i.key
),
part as (
    select w.n, jsonb_build_object('type', w.kind, 'text', w.text, 'state', case when w.done then 'done' else 'streaming' end) as part
    from whole w
    where w.kind in ('text', 'reasoning')
    and w.text <> ''
    union all
    select w.n, execution.fold_tool(w.fields, w.called, p_ended)
    from whole w
    where w.kind = 'tool'
    union all
    select w.n, case when w.kind = 'one' and w.last ->> 'type' = 'start-step' then '{"type": "step-start"}' else w.last end
    from whole w
    where w.kind not in ('text', 'reasoning', 'tool')
)
select coalesce(jsonb_agg(p.part order by p.n), '[]')
from part p
$$;
