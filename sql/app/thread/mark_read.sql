-- Notes that a thread's owner has seen all that is stored of it.
create function thread.mark_read(p_thread_id text)
returns void
language sql
as $$
insert into public.popagent_thread_state as s (thread_id, read_position)
values (p_thread_id, thread.newest(p_thread_id))
on conflict (thread_id) do update
set read_position = excluded.read_position
where s.read_position < excluded.read_position
$$;
