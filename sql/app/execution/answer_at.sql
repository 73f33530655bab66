-- The answer of a thread that was stored at a time, as its episode was; `newer` counts the messages after it.
create function execution.answer_at(p_thread_id text, p_at timestamptz)
returns table (execution_id uuid, "position" bigint, newer bigint)
language sql stable
as $$
select m.execution_id, m.position, (
    select count(*)
    from public.popagent_messages n
    where n.thread_id = m.thread_id
    and n.position > m.position
)
from public.popagent_messages m
where m.thread_id = p_thread_id
and m.role = 'assistant'
and m.created_at = p_at
order by m.position
limit 1
$$;
