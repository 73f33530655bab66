-- Position of the first message that waits in a session; null when none does.
create function execution.next_in_line(p_session_id text)
returns bigint
language sql stable
as $$
select min(q.position)
from public.popagent_queued_messages q
where q.thread_id = p_session_id
$$;
