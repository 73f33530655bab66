-- Memories an owner picks out, last stored first; the page after a row is asked for by that row's seq.
create function memory.list_page(
    p_resource_id text,
    p_kind text default null,
    p_key text default null,
    p_session_id text default null,
    p_search text default null,
    p_before_seq bigint default null,
    p_limit integer default 50
)
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
language sql stable
as $$
select
    m.id, m.seq, m.kind, m.key, m.content, m.importance, m.session_id, m.revision,
    m.created_at, m.updated_at, m.last_accessed_at, m.access_count
from memory.matching(p_resource_id, p_kind, p_key, p_session_id, p_search) x
join public.popagent_memories m using (seq)
where p_before_seq is null or m.seq < p_before_seq
order by m.seq desc
limit least(greatest(p_limit, 1), 200)
$$;
