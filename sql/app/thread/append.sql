-- Adds a message at the end of a thread and returns its position.
-- An answer names its question; when it is shown, the version shown before gives way to it. The caller
-- holds the lock of the session or task that the thread belongs to, so that positions are given out one
-- after another.
create function thread.append(
    p_thread_id text,
    p_id text,
    p_role text,
    p_parts jsonb,
    p_metadata jsonb,
    p_execution_id uuid,
    p_question_id text default null,
    p_shown boolean default true
)
returns bigint
language sql
as $$
select thread.hide_version(p_thread_id, p_question_id)
where p_shown
and p_question_id is not null;

insert into public.popagent_messages (thread_id, position, id, role, parts, metadata, execution_id, question_id, shown)
select p_thread_id, coalesce(max(m.position), 0) + 1, p_id, p_role, p_parts, p_metadata, p_execution_id, p_question_id, p_shown
from public.popagent_messages m
where m.thread_id = p_thread_id
returning position
$$;
