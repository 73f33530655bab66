-- The last turn on a question; null while the message waits or is unknown.
create function execution.turn_of(p_thread_id text, p_question_id text)
returns uuid
language sql stable
as $$
select e.id
from public.popagent_executions e
where e.kind = 'turn'
and e.thread_id = p_thread_id
and e.question_id = p_question_id
order by e.attempt desc
limit 1
$$;
