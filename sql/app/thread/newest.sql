-- The position of a thread's last message; 0 when it has none.
create function thread.newest(p_thread_id text)
returns bigint
language sql stable
as $$
select coalesce(max(m.position), 0)
from public.popagent_messages m
where m.thread_id = p_thread_id
$$;
