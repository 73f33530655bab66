-- The memories that hold terms of a query, best BM25 score (own) first, as many as recall looks at further; with
-- the score of the whole session as one document (talk), the rarity of the terms held (cover), and what words that
-- are only similar added (spelling). The rarest terms choose, with their rarity counted; what the rest add to the
-- chosen goes by the vocabulary. It is planned once, under the settings of memory.scored().
create function memory.matches(p_resource_id text, p_query text)
returns table (seq bigint, own double precision, talk double precision, cover double precision, spelling double precision)
language plpgsql stable rows 100
as $$
begin
    return query
    with wanted as materialized (
        select x.term, x.weight, x.similar_to is not null as similar, x.leads, z.memories, z.usual,
            x.weight * memory.rarity(z.memories, x.memory_count) as rarity
        from memory.wanted(p_resource_id, p_query) x
        cross join memory.size(p_resource_id) z
    ),
    hit as materialized (
        select p.seq, p.talk, x.term, x.similar, p.frequency, p.length / x.usual as length,
            x.weight * memory.rarity(x.memories, p.memories) as rarity
        from wanted x
        cross join lateral memory.holding(p_resource_id, x.term) p
        where x.leads
    ),
    chosen as materialized (
        select h.seq, h.talk, sum(memory.bm25(h.rarity, h.frequency, h.length, w.k1, w.b)) as own, sum(h.rarity) as cover,
            sum(memory.bm25(h.rarity, h.frequency, h.length, w.k1, w.b)) filter (where h.similar) as spelling
        from hit h
        cross join memory.weights() w
        group by h.seq, h.talk
        order by 3 desc, 1 desc
        limit (select w.candidates from memory.weights() w)
    ),
    added as (
        select c.seq, sum(memory.bm25(x.rarity, p.frequency, p.length / x.usual, w.k1, w.b)) as own, sum(x.rarity) as cover,
            sum(memory.bm25(x.rarity, p.frequency, p.length / x.usual, w.k1, w.b)) filter (where x.similar) as spelling
        from wanted x
        cross join chosen c
        cross join lateral memory.held(p_resource_id, x.term, c.seq) p
        cross join memory.weights() w
        where not x.leads
        group by c.seq
    ),
    talk as (
        select t.talk, sum(memory.bm25(t.rarity, t.frequency, 1, w.k1, 0)) as part
        from (
            select h.talk, h.rarity, sum(h.frequency) as frequency
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
