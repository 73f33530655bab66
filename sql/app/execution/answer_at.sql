-- The answer of a thread that was stored at a time, as its episode was, or the version shown in its place; `newer`
-- counts the messages after it.
create function execution.answer_at(p_thread_id text, p_at timestamptz)
returns table (execution_id uuid, "position" bigint, newer bigint)
language sql stable
as $$
select s.execution_id, s.position, (
    select count(*)
    from public.popagent_messages n
    where n.thread_id = s.thread_id
    and n.position > s.position
    and n.shown
)
from public.popagent_messages m
join public.popagent_messages s
    on s.thread_id = m.thread_id
    and s.shown
    and (s.id = m.id or s.question_id = m.question_id)
where m.thread_id = p_thread_id
and m.role = 'assistant'
and m.created_at = p_at
order by s.position
limit 1
$$;
