-- Posts memories of a resource that are current by now: their terms, words that are new to the vocabulary, and
-- what they add to the size. New words and sizes are rows of their own, so that two writers never wait for each
-- other. Lookups are written so that no plan, however old, reads whole tables.
create function memory.post(p_resource_id text, p_seqs bigint[])
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
    with entry as materialized (
        select m.seq, e.term, e.talk, e.frequency, e.length
        from public.popagent_memories m
        cross join lateral memory.entries(m.kind, m.session_id, m.content, m.search, m.created_at) e
        where m.seq = any (p_seqs)
    ),
    posted as (
        insert into public.popagent_memory_postings (resource_id, term, seq, talk, frequency, length)
        select p_resource_id, e.term, e.seq, e.talk, e.frequency, e.length
        from entry e
    ),
    learnt as (
        insert into public.popagent_memory_vocabulary (resource_id, term)
        select distinct p_resource_id, e.term
        from entry e
        left join lateral (
            select true as known
            from public.popagent_memory_vocabulary v
            where v.resource_id = p_resource_id
            and v.term = e.term
            limit 1
        ) v on true
        where v.known is null
    )
    insert into public.popagent_memory_totals (resource_id, memory_count, term_count)
    select p_resource_id, cardinality(p_seqs), coalesce(sum(e.frequency), 0)
    from entry e;
end
$$;
