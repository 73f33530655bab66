-- What a model is given of a thread: its newest messages, oldest first, within a budget of characters.
-- With p_until it is the thread as it was when the message at that position was asked. Of an answer's versions
-- it is the one shown. The cut falls before a user message, so that no answer and no tool result stands
-- without what it belongs to. The newest user message is always part of it.
create function thread.history(p_thread_id text, p_budget integer default 200000, p_until bigint default null)
returns table (messages jsonb)
language sql stable
as $$
with recent as (
    select
        m.position,
        m.role,
        m.parts,
        sum(length(m.parts::text)) over (order by m.position desc) as size
    from public.popagent_messages m
    where m.thread_id = p_thread_id
    and m.shown
    and (p_until is null or m.position <= p_until)
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
)
select coalesce(jsonb_agg(x.message order by r.position, x.n), '[]')
from recent r
join start s on r.position >= s.position
cross join lateral thread.model_messages(r.role, r.parts) x
$$;
