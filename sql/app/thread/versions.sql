-- Ids of all answers to a question, oldest first.
create function thread.versions(p_thread_id text, p_question_id text)
returns text[]
language sql stable
as $$
select coalesce(array_agg(m.id order by m.position), '{}')
from public.popagent_messages m
where m.thread_id = p_thread_id
and m.question_id = p_question_id
$$;
