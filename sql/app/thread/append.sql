-- Adds a message at the end of a thread and returns its position.
-- The caller holds the lock of the session or task that the thread belongs to, so that positions
-- are given out one after another.
create function thread.append(
    p_thread_id text,
    p_id text,
    p_role text,
    p_parts jsonb,
    p_metadata jsonb,
    p_execution_id uuid
)
returns bigint
language sql
as $$
insert into public.popagent_messages (thread_id, position, id, role, parts, metadata, execution_id)
select p_thread_id, coalesce(max(m.position), 0) + 1, p_id, p_role, p_parts, p_metadata, p_execution_id
from public.popagent_messages m
where m.thread_id = p_thread_id
returning position
$$;
