-- Whether a message that comes now has to wait: something runs in the thread, or others wait already.
create function execution.is_busy(p_thread_id text)
returns boolean
language sql stable
as $$
select execution.running(p_thread_id) is not null
or execution.next_in_line(p_thread_id) is not null
$$;
