-- One stored message as the messages a model is given.
-- A user message is one, with its files; p_images are the images that are given with it. An assistant
-- message is, for each of its steps, its text with its tool calls, followed by one tool message for each
-- call in the same order: a call without a result gets one that says so, since strict servers refuse a
-- call that nothing answers. n orders them: twice the place of a part, so that what is said comes before
-- the results even when a call begins the step.
create function thread.model_messages(
    p_role text,
    p_parts jsonb,
    p_thread_id text default null,
    p_images text[] default '{}'
)
returns table (n bigint, message jsonb)
language sql stable
as $$
with part as (
    select
        x.n,
        x.part,
        x.part ->> 'type' as type,
        count(*) filter (where x.part ->> 'type' = 'step-start') over (order by x.n) as step
    from jsonb_array_elements(p_parts) with ordinality as x (part, n)
),
call as (
    select
        p.n,
        p.step,
        p.part ->> 'toolCallId' as id,
        substr(p.type, 6) as name,
        coalesce(p.part -> 'input', '{}') as input,
        coalesce(p.part ->> 'output', p.part ->> 'errorText', 'interrupted: no result was stored') as result
    from part p
    where p.type like 'tool-%'
),
step as (
    select
        p.step,
        min(p.n) as n,
        string_agg(p.part ->> 'text', e'\n\n' order by p.n) filter (where p.type = 'text' and p.part ->> 'text' <> '') as text
    from part p
    group by p.step
),
said as (
    select
        s.step,
        s.n,
        s.text,
        (
            select jsonb_agg(
                jsonb_build_object(
                    'id', c.id,
                    'type', 'function',
                    'function', jsonb_build_object('name', c.name, 'arguments', c.input::text)
                )
                order by c.n
            )
            from call c
            where c.step = s.step
        ) as calls
    from step s
)
select 0::bigint, jsonb_build_object('role', 'user', 'content', case
    when jsonb_array_length(p_parts) = 1 and p_parts @> '[{"type": "text"}]' then p_parts #> '{0,text}'
    else thread.content_of(p_parts, p_thread_id, p_images)
end)
where p_role = 'user'
union all
select
    s.n * 2 - 1,
    jsonb_strip_nulls(jsonb_build_object('role', 'assistant', 'content', coalesce(s.text, ''), 'tool_calls', s.calls))
from said s
where p_role = 'assistant'
and (s.text is not null or s.calls is not null)
union all
select
    c.n * 2,
    jsonb_build_object('role', 'tool', 'tool_call_id', c.id, 'content', c.result)
from call c
where p_role = 'assistant'
$$;
