-- Current memories that have no vector of a model for what they say now, last stored first, before a seq when
-- one is given; with the hash that memory.store_embeddings() wants back.
create function memory.unembedded(p_model text, p_limit integer, p_before bigint default null)
returns table (seq bigint, id uuid, content text, hash text)
language sql stable
as $$
select m.seq, m.id, m.content, encode(m.content_sha256, 'hex')
from public.popagent_memories m
where m.superseded_at is null
and (p_before is null or m.seq < p_before)
and not exists (
    select
    from public.popagent_memory_embeddings e
    where e.memory_id = m.id
    and e.model = p_model
    and e.content_sha256 = m.content_sha256
)
order by m.seq desc
limit p_limit
$$;
