-- Turns that ended and whose question is gone: nothing shows them any more.
create function execution.lost()
returns table (id uuid)
language sql stable
as $$
select e.id
from public.popagent_executions e
where e.kind = 'turn'
and e.finished_at is not null
and not exists (
    select
    from public.popagent_messages m
    where m.thread_id = e.thread_id
    and m.id = e.question_id
)
$$;
