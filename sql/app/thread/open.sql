-- Makes a thread unless it exists; true when it was made.
create function thread.open(p_thread_id text, p_kind text, p_resource_id text)
returns boolean
language plpgsql
as $$
begin
    insert into public.popagent_threads (id, kind, resource_id)
    values (p_thread_id, p_kind, p_resource_id)
    on conflict (id) do nothing;
    return found;
end
$$;
