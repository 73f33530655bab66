-- How far meaning-based recall is: whether the extension is there, how many current memories have a vector of
-- the model (of the one in use when none is named), the model and dimension in use, and the last failure.
create function memory.embedding_status(p_model text)
returns table (
    has_vectors boolean,
    memories bigint,
    embedded bigint,
    model text,
    dimension integer,
    error text,
    retry_at timestamptz
)
language sql stable
as $$
select
    memory.has_vectors(),
    (select count(*) from public.popagent_memories m where m.superseded_at is null),
    (
        select count(*)
        from public.popagent_memory_embeddings e
        join public.popagent_memories m on m.id = e.memory_id and m.content_sha256 = e.content_sha256
        where m.superseded_at is null
        and e.model = coalesce(nullif(p_model, ''), s.model)
    ),
    s.model, s.dimension, s.error, s.retry_at
from (values (true)) as one (singleton)
left join public.popagent_memory_embedding_state s using (singleton)
$$;
