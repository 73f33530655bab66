-- Deletes a thread with everything that hangs on it; true when there was one.
create function thread.remove(p_thread_id text)
returns boolean
language plpgsql
as $$
begin
    delete from public.popagent_threads t
    where t.id = p_thread_id;
    return found;
end
$$;
