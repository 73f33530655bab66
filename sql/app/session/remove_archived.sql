-- Deletes an archived session with all that hangs on it, unless it changed since it was looked at, somebody holds
-- it, or something runs in it; whether it did.
create function session.remove_archived(p_id text, p_revision bigint)
returns boolean
language plpgsql
as $$
begin
    if not session.try_lock(p_id) then
        return false;
    end if;
    if exists (select from session.archived_for(0) a where a.id = p_id and a.mark = p_revision) then
        return thread.remove(p_id);
    end if;
    return false;
end
$$;
