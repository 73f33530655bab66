-- Gives a fact a new value in place. The value it had stays as history, out of recall at once; it keeps
-- its old seq, and the new one takes the newest. The caller holds memory.lock_facts().
create function memory.replace_fact(
    p_id uuid,
    p_content text,
    p_key text,
    p_importance double precision,
    p_session_id text
)
returns void
language plpgsql
as $$
declare
    v_old public.popagent_memories;
begin
    select m.* into strict v_old
    from public.popagent_memories m
    where m.id = p_id
    for update;
    update public.popagent_memories m
    set seq = default,
        content = p_content,
        key = p_key,
        importance = p_importance,
        session_id = coalesce(p_session_id, m.session_id),
        updated_at = public.clock(),
        last_accessed_at = null,
        access_count = 0,
        revision = m.revision + 1
    where m.id = p_id;
    insert into public.popagent_memories (
        seq, resource_id, session_id, kind, key, content, importance, created_at, updated_at,
        last_accessed_at, access_count, revision, superseded_at, superseded_by)
    overriding system value
    values (
        v_old.seq, v_old.resource_id, v_old.session_id, 'fact', v_old.key, v_old.content, v_old.importance,
        v_old.created_at, v_old.updated_at, v_old.last_accessed_at, v_old.access_count, v_old.revision,
        public.clock(), p_id);
end
$$;
