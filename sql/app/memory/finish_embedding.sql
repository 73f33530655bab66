-- Notes that all memories are embedded by a model, unless some are left: recall uses it from now on, and the
-- vectors of other models and of what is history by now go. Returns whether it is so.
create function memory.finish_embedding(p_model text)
returns boolean
language plpgsql
as $$
declare
    v_dimension integer;
begin
    if exists (select from memory.unembedded(p_model, 1)) then
        return false;
    end if;
    delete from public.popagent_memory_embeddings e
    where e.model <> p_model
    or exists (
        select
        from public.popagent_memories m
        where m.id = e.memory_id
        and m.superseded_at is not null
    );
    select e.dimension into v_dimension
    from public.popagent_memory_embeddings e
    limit 1;
    insert into public.popagent_memory_embedding_state as s (singleton, model, dimension, failures)
    values (true, p_model, v_dimension, 0)
    on conflict (singleton) do update
    set model = excluded.model,
        dimension = excluded.dimension,
        failures = 0,
        error = null,
        retry_at = null
    where (s.model, s.dimension, s.failures) is distinct from (excluded.model, excluded.dimension, 0);
    return true;
end
$$;
