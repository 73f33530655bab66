-- The memories of a resource nearest in meaning to a vector, with their closeness: 1 for the nearest of all,
-- 0 for what is no nearer than the average of the resource, squared in between, for models differ in what
-- they call near. No rows without a vector, without vectors of its dimension, or without the extension:
-- a body is only resolved when it runs, so the type may be missing. Of very many the last stored are compared.
create function memory.nearest(p_resource_id text, p_vector double precision[])
returns table (seq bigint, closeness double precision)
language plpgsql stable rows 50
as $$
begin
    if p_vector is null or not memory.has_vectors() then
        return;
    end if;
    return query
    with measured as materialized (
        select e.memory_id, e.content_sha256,
            1 - (e.embedding::public.vector operator(public.<=>) (select p_vector::public.vector)) as similarity
        from public.popagent_memory_embeddings e
        where e.resource_id = p_resource_id
        and e.model = (select s.model from public.popagent_memory_embedding_state s)
        and e.dimension = cardinality(p_vector)
        order by e.seq desc
        limit (select w.vectors from memory.weights() w)
    ),
    usual as (
        select avg(x.similarity) as similarity, max(x.similarity) as best
        from measured x
        where x.similarity <> 'NaN'
    )
    select m.seq, coalesce(((n.similarity - u.similarity) / nullif(u.best - u.similarity, 0)) ^ 2, 1)
    from (
        select x.*
        from measured x
        where x.similarity <> 'NaN'
        order by x.similarity desc
        limit (select w.nearest from memory.weights() w)
    ) n
    cross join usual u
    cross join lateral (
        select m.seq
        from public.popagent_memories m
        where m.id = n.memory_id
        and m.content_sha256 = n.content_sha256
        and m.superseded_at is null
        offset 0
    ) m
    where n.similarity > u.similarity
    or u.best = u.similarity;
end
$$;
