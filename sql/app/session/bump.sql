-- Counts a write to a session and returns its new revision; null when it does not exist.
create function session.bump(p_id text)
returns bigint
language sql
as $$
update public.popagent_sessions s
set
    revision = s.revision + 1,
    updated_at = public.clock()
where s.id = p_id
returning s.revision
$$;
