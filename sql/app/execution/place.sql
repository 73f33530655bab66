-- The place of a message in the queue of its session, from 1; null when it does not wait.
create function execution.place(p_session_id text, p_message_id text)
returns bigint
language sql stable
as $$
select (
    select count(*)
    from public.popagent_queued_messages before
    where before.thread_id = q.thread_id
    and before.position <= q.position
)
from public.popagent_queued_messages q
where q.thread_id = p_session_id
and q.id = p_message_id
$$;
