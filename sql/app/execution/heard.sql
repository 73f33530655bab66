-- What was said in a thread and, while it is a delegation's, in the chats behind it, and since when it may have
-- been known. The owner's own messages count from when they came; answers and prompts that a model wrote may
-- repeat what is older, and count as old as the oldest message. The newest 1,000 messages of a thread.
create function execution.heard(p_thread_id text)
returns table (said_at timestamptz, words text)
language sql stable
as $$
with recursive line as (
    select t.id as thread_id, t.kind, e.parent_id
    from public.popagent_threads t
    left join public.popagent_executions e on e.thread_id = t.id and e.state in ('running', 'stopping')
    where t.id = p_thread_id
    union all
    select t.id, t.kind, e.parent_id
    from line l
    join public.popagent_executions e on e.id = l.parent_id
    join public.popagent_threads t on t.id = e.thread_id
)
select
    case when m.role = 'user' and l.kind <> 'delegation' then m.created_at else min(m.created_at) over () end,
    thread.text_of(m.parts)
from line l
cross join lateral (
    select m.role, m.parts, m.created_at
    from public.popagent_messages m
    where m.thread_id = l.thread_id
    order by m.position desc
    limit 1000
) m
$$;
