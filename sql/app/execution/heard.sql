-- What was said in a thread, and since when it may have been known: the newest 1,000 messages. The owner's own
-- count from when they came; answers may repeat what is older, and count as old as the oldest message.
create function execution.heard(p_thread_id text)
returns table (said_at timestamptz, words text)
language sql stable
as $$
select case when m.role = 'user' then m.created_at else min(m.created_at) over () end, thread.text_of(m.parts)
from (
    select m.role, m.parts, m.created_at
    from public.popagent_messages m
    where m.thread_id = p_thread_id
    and m.shown
    order by m.position desc
    limit 1000
) m
$$;
