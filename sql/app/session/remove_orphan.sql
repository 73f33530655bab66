-- Deletes a chat thread that no session shows, unless it changed since it was looked at or somebody holds it;
-- whether it did. Asked again under the lock: whoever makes a session for it needs that too.
create function session.remove_orphan(p_id text, p_mark bigint)
returns boolean
language plpgsql
as $$
begin
    if not thread.try_lock(p_id) then
        return false;
    end if;
    if exists (select from session.orphans() o where o.id = p_id and o.mark = p_mark) then
        return thread.remove(p_id);
    end if;
    return false;
end
$$;
