-- Makes a thread unless it exists; true when it was made. An id that a thread of another kind has is refused.
-- A delegation's thread goes with the thread that it belongs to (p_parent_id).
create function thread.open(p_thread_id text, p_kind text, p_resource_id text, p_parent_id text default null)
returns boolean
language plpgsql
as $$
begin
    insert into public.popagent_threads (id, kind, resource_id, parent_id)
    values (p_thread_id, p_kind, p_resource_id, p_parent_id)
    on conflict (id) do nothing;
    if found then
        return true;
    end if;
    if exists (select from public.popagent_threads t where t.id = p_thread_id and t.kind <> p_kind) then
        raise sqlstate 'PT409' using
            message = 'This id belongs to something else that popagent stores. Choose another one.',
            hint = 'id_taken';
    end if;
    return false;
end
$$;
