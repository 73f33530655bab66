-- Locks a thread's row until the transaction ends, without waiting; false when somebody holds it or it is gone.
create function thread.try_lock(p_thread_id text)
returns boolean
language plpgsql
as $$
begin
    perform
    from public.popagent_threads t
    where t.id = p_thread_id
    for update skip locked;
    return found;
end
$$;
