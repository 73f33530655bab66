-- What a model is given of a thread: its newest messages, oldest first, within a budget of characters.
-- The cut falls before a user message, so that no answer and no tool result stands without
-- what it belongs to. The newest user message is always part of it. Of the images the newest are given.
create function thread.history(p_thread_id text, p_budget integer default 200000)
returns table (messages jsonb)
language sql stable
as $$
with recent as (
    select
        m.position,
        m.role,
        m.parts,
        sum(thread.given_size(p_thread_id, m.parts)) over (order by m.position desc) as size
    from public.popagent_messages m
    where m.thread_id = p_thread_id
    order by m.position desc
    limit 1000
),
start as (
    select coalesce(
        min(r.position) filter (where r.size <= p_budget),
        max(r.position)
    ) as position
    from recent r
    where r.role = 'user'
),
image as (
    select i.position, array_agg(i.id) as ids
    from start s
    cross join lateral thread.images_given(p_thread_id, s.position) i
    group by i.position
)
select coalesce(jsonb_agg(x.message order by r.position, x.n), '[]')
from recent r
join start s on r.position >= s.position
left join image i on i.position = r.position
cross join lateral thread.model_messages(r.role, r.parts, p_thread_id, i.ids) x
$$;
