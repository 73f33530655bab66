-- Whether what a thread holds is to be forgotten: it is, or works for, a temporary session.
-- A delegation has a thread of its own; it is as temporary as the chat that asked for it.
create function execution.is_temporary(p_thread_id text)
returns boolean
language sql stable
as $$
with recursive line as (
    select p_thread_id as thread_id
    union
    select p.thread_id
    from line l
    join public.popagent_executions e on e.thread_id = l.thread_id
    join public.popagent_executions p on p.id = e.parent_id
)
select exists (
    select
    from line l
    join public.popagent_sessions s on s.id = l.thread_id
    where s.temporary
)
$$;
