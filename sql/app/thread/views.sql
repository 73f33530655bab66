-- What an owner asks of threads.

create view thread.unread as
select s.thread_id
from public.popagent_thread_state s
where s.read_position < (
    select m.position
    from public.popagent_messages m
    where m.thread_id = s.thread_id
    and m.role = 'assistant'
    order by m.position desc
    limit 1
);

comment on view thread.unread is 'Threads with an answer that their owner has not seen; one that no page ever showed has nothing to miss.';
