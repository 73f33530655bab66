-- What a thread's first user message is about; null while there is none.
create function thread.first_text(p_thread_id text)
returns text
language sql stable
as $$
select thread.subject_of(m.parts)
from public.popagent_messages m
where m.thread_id = p_thread_id
and m.role = 'user'
order by m.position
limit 1
$$;
