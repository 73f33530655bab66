-- A stored memory as the row that memory.restore() takes back.
create function memory.described(p_memory public.popagent_memories)
returns jsonb
language sql stable
as $$
select jsonb_build_object(
    'id', p_memory.id,
    'seq', p_memory.seq,
    'session_id', p_memory.session_id,
    'kind', p_memory.kind,
    'key', p_memory.key,
    'content', p_memory.content,
    'importance', p_memory.importance,
    'created_at', p_memory.created_at at time zone 'UTC' || 'Z',
    'updated_at', p_memory.updated_at at time zone 'UTC' || 'Z',
    'last_accessed_at', p_memory.last_accessed_at at time zone 'UTC' || 'Z',
    'access_count', p_memory.access_count,
    'revision', p_memory.revision,
    'superseded_at', p_memory.superseded_at at time zone 'UTC' || 'Z',
    'superseded_by', p_memory.superseded_by
)
$$;
