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
set jit = off
as $$
begin
    return query
    with wanted as materialized (
        select x.term, x.weight, x.similar_to is not null as similar, x.memory_count, x.leads
        from memory.wanted(p_resource_id, p_query) x
    ),
    size as materialized (
        select greatest(sum(t.memory_count), 1)::float8 as memories,
            greatest(sum(t.term_count) / greatest(sum(t.memory_count), 1), 1)::float8 as usual
        from public.popagent_memory_totals t
        where t.resource_id = p_resource_id
    ),
    hit as materialized (
        select x.term, p.seq, p.talk, p.frequency, p.length
        from wanted x
        cross join lateral (
            select p.seq, p.talk, p.frequency, p.length
            from public.popagent_memory_postings p
            where p.resource_id = p_resource_id
            and p.term = x.term
            offset 0
        ) p
        where x.leads
    ),
    rare as materialized (
        select x.term, x.similar, x.leads,
            x.weight * ln(1 + greatest(z.memories - h.memories + 0.5, 0.5) / (h.memories + 0.5)) as rarity
        from (
            select h.term, count(*) as memories
            from hit h
            group by h.term
            union all
            select x.term, x.memory_count
            from wanted x
            where not x.leads
        ) h
        join wanted x using (term)
        cross join size z
    ),
    chosen as materialized (
        select s.seq, s.talk, sum(s.part) as own, sum(s.rarity) as cover, sum(s.part) filter (where s.similar) as spelling
        from (
            select h.seq, h.talk, r.rarity, r.similar,
                memory.bm25(r.rarity, h.frequency, h.length / z.usual, w.k1, w.b) as part
            from hit h
            join rare r using (term)
            cross join size z
            cross join memory.weights() w
        ) s
        group by s.seq, s.talk
        order by 3 desc, 1 desc
        limit (select w.candidates from memory.weights() w)
    ),
    added as (
        select s.seq, sum(s.part) as own, sum(s.rarity) as cover, sum(s.part) filter (where s.similar) as spelling
        from (
            select c.seq, r.rarity, r.similar,
                memory.bm25(r.rarity, p.frequency, p.length / z.usual, w.k1, w.b) as part
            from rare r
            cross join chosen c
            cross join lateral (
                select p.frequency, p.length
                from public.popagent_memory_postings p
                where p.resource_id = p_resource_id
                and p.term = r.term
                and p.seq = c.seq
                offset 0
            ) p
            cross join size z
            cross join memory.weights() w
            where not r.leads
        ) s
        group by s.seq
    ),
    talk as (
        select x.talk, sum(memory.bm25(r.rarity, x.frequency, 1, w.k1, 0)) as part
        from (
            select h.talk, h.term, sum(h.frequency) as frequency
            from hit h
            where h.talk in (select c.talk from chosen c)
            group by h.talk, h.term
        ) x
        join rare r using (term)
        cross join memory.weights() w
        group by x.talk
    )
    select c.seq, c.own + coalesce(a.own, 0), coalesce(t.part, 0), c.cover + coalesce(a.cover, 0),
        coalesce(c.spelling, 0) + coalesce(a.spelling, 0)
    from chosen c
    left join added a using (seq)
    left join talk t on t.talk = c.talk;
end
$$;
