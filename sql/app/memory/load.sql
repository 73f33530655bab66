-- One current memory, or a refusal when it does not exist.
create function memory.load(p_resource_id text, p_id uuid)
returns table (
    id uuid,
    seq bigint,
    kind text,
    key text,
    content text,
    importance double precision,
    session_id text,
    revision bigint,
    created_at timestamptz,
    updated_at timestamptz,
    last_accessed_at timestamptz,
    access_count bigint
)
language plpgsql stable
as $$
begin
    return query
    select
        m.id, m.seq, m.kind, m.key, m.content, m.importance, m.session_id, m.revision,
        m.created_at, m.updated_at, m.last_accessed_at, m.access_count
    from public.popagent_memories m
    where m.resource_id = p_resource_id
    and m.id = p_id
    and m.superseded_at is null;
    if not found then
        raise sqlstate 'PT404' using message = 'This memory does not exist.', hint = 'memory_not_found';
    end if;
end
$$;
