-- Id of the last message that its owner sent to a thread; null while there is none.
create function thread.last_question(p_thread_id text)
returns text
language sql stable
as $$
select m.id
from public.popagent_messages m
where m.thread_id = p_thread_id
and m.role = 'user'
order by m.position desc
limit 1
$$;
