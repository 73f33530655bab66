-- What an owner asks of threads.

create view thread.reading as
select
    s.thread_id,
    s.read_position,
    coalesce(s.read_position < (
        select m.position
        from public.popagent_messages m
        where m.thread_id = s.thread_id
        and m.role = 'assistant'
        order by m.position desc
        limit 1
    ), false) as unread
from public.popagent_thread_state s;

comment on view thread.reading is 'How far threads were read, and whether an answer came since; one that no page ever showed has nothing to miss.';
