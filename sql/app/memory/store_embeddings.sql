-- Stores vectors of memories, p_embeddings one row each; returns how many. A memory that is gone, says
-- something else by now or is being written is left out. Vectors of another dimension by the same model
-- cannot be compared with these and go; recall does without until the new ones are complete.
create function memory.store_embeddings(p_model text, p_ids uuid[], p_hashes text[], p_embeddings double precision[])
returns integer
language plpgsql
as $$
declare
    v_dimension integer := array_length(p_embeddings, 2);
    v_count integer;
begin
    delete from public.popagent_memory_embeddings e
    where e.model = p_model
    and e.dimension < v_dimension;
    delete from public.popagent_memory_embeddings e
    where e.model = p_model
    and e.dimension > v_dimension;
    update public.popagent_memory_embedding_state s
    set model = null,
        dimension = null
    where s.model = p_model
    and s.dimension <> v_dimension;
    with held as (
        select m.id, m.resource_id, m.seq, m.content_sha256, x.n
        from unnest(p_ids, p_hashes) with ordinality as x (id, hash, n)
        join public.popagent_memories m on m.id = x.id and m.content_sha256 = decode(x.hash, 'hex')
        order by m.seq
        for key share of m skip locked
    )
    insert into public.popagent_memory_embeddings as e (
        memory_id, model, resource_id, seq, dimension, content_sha256, embedding)
    select h.id, p_model, h.resource_id, h.seq, v_dimension, h.content_sha256,
        array(select unnest(p_embeddings[h.n:h.n])::real)
    from held h
    on conflict (memory_id, model) do update
    set seq = excluded.seq,
        dimension = excluded.dimension,
        content_sha256 = excluded.content_sha256,
        embedding = excluded.embedding;
    get diagnostics v_count = row_count;
    update public.popagent_memory_embedding_state s
    set failures = 0,
        error = null,
        retry_at = null
    where s.failures > 0;
    return v_count;
end
$$;
