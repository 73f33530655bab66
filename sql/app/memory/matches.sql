-- The memories that hold terms of a query, best BM25 score (own) first, as many as recall looks at further;
-- with the score of the whole session as one document (talk), the rarity of the terms held (cover) and what
-- words that are only similar added (spelling). The rarest terms choose; the rest are added to the chosen.
-- A function with a plan of its own: planning such a query anew would take longer than the answer.
create function memory.matches(p_resource_id text, p_query text)
returns table (
    seq bigint,
    own double precision,
    talk double precision,
    cover double precision,
    spelling double precision
)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
begin
    return query
    with size as materialized (
        select greatest(sum(t.memory_count), 1)::float8 as memories,
            greatest(sum(t.term_count) / greatest(sum(t.memory_count), 1), 1)::float8 as usual
        from public.popagent_memory_totals t
        where t.resource_id = p_resource_id
    ),
    wanted as materialized (
        select x.term, x.weight, x.similar_to is not null as similar, x.memory_count, x.leads
        from memory.wanted(p_resource_id, p_query) x
    ),
    hit as materialized (
        select p.seq, p.talk, x.term, x.similar, p.frequency, p.length / z.usual as length,
            x.weight * memory.rarity(z.memories, p.memories) as rarity
        from wanted x
        cross join size z
        cross join lateral (
            select p.seq, p.talk, p.frequency, p.length, count(*) over () as memories
            from public.popagent_memory_postings p
            where p.resource_id = p_resource_id
            and p.term = x.term
        ) p
        where x.leads
    ),
    chosen as materialized (
        select h.seq, h.talk, sum(memory.bm25(h.rarity, h.frequency, h.length, w.k1, w.b)) as own,
            sum(h.rarity) as cover,
            sum(memory.bm25(h.rarity, h.frequency, h.length, w.k1, w.b)) filter (where h.similar) as spelling
        from hit h
        cross join memory.weights() w
        group by h.seq, h.talk
        order by 3 desc, 1 desc
        limit (select w.candidates from memory.weights() w)
    ),
    added as (
        select s.seq, sum(s.part) as own, sum(s.rarity) as cover, sum(s.part) filter (where s.similar) as spelling
        from (
            select c.seq, x.similar, x.weight * memory.rarity(z.memories, x.memory_count) as rarity,
                memory.bm25(x.weight * memory.rarity(z.memories, x.memory_count), p.frequency, p.length / z.usual, w.k1, w.b) as part
            from wanted x
            cross join chosen c
            cross join lateral (
                select p.frequency, p.length
                from public.popagent_memory_postings p
                where p.resource_id = p_resource_id
                and p.term = x.term
                and p.seq = c.seq
                offset 0
            ) p
            cross join size z
            cross join memory.weights() w
            where not x.leads
        ) s
        group by s.seq
    ),
    talk as (
        select t.talk, sum(memory.bm25(t.rarity, t.frequency, 1, w.k1, 0)) as part
        from (
            select h.talk, h.term, h.rarity, sum(h.frequency) as frequency
            from hit h
            where h.talk in (select c.talk from chosen c)
            group by h.talk, h.term, h.rarity
        ) t
        cross join memory.weights() w
        group by t.talk
    )
    select c.seq, c.own + coalesce(a.own, 0), coalesce(t.part, 0), c.cover + coalesce(a.cover, 0),
        coalesce(c.spelling, 0) + coalesce(a.spelling, 0)
    from chosen c
    left join added a using (seq)
    left join talk t on t.talk = c.talk;
end
$$;
