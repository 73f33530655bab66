-- Makes a fact history because another took its place. The caller holds memory.lock_facts().
create function memory.supersede(p_id uuid, p_successor uuid)
returns void
language sql
as $$
update public.popagent_memories m
set superseded_at = public.clock(),
    superseded_by = p_successor,
    revision = m.revision + 1
where m.id = p_id
and m.id <> p_successor
and m.superseded_at is null
$$;
