-- The memories that fit a query with the parts of their relevance: their own score, what neighbours in the
-- session lent, the share of the whole session, what of it misspelt words gave, and with the question as a
-- vector what nearness in meaning adds. `near` marks facts that say about as much of the question as anything
-- else does. A question without usable words finds nothing, vector or not.
create function memory.scored(p_resource_id text, p_query text, p_vector double precision[] default null)
returns table (
    seq bigint,
    importance double precision,
    own double precision,
    lent double precision,
    talk double precision,
    spelling double precision,
    near boolean,
    meaning double precision
)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
begin
    return query
    with candidate as materialized (
        select coalesce(x.seq, n.seq) as seq, coalesce(x.own, 0) as own, coalesce(x.talk, 0) as talk,
            coalesce(x.cover, 0) as cover, coalesce(x.spelling, 0) as spelling,
            coalesce(n.closeness, 0) * coalesce(max(x.own) over (), 1) as meaning
        from memory.matches(p_resource_id, p_query) x
        full join memory.nearest(p_resource_id, case
            when p_vector is not null and exists (select from text.query_terms(p_query)) then p_vector
        end) n on n.seq = x.seq
    ),
    found as materialized (
        select x.seq, m.kind, m.session_id, m.importance, x.own, w.talk * x.talk as talk, x.cover, x.spelling,
            w.meaning * x.meaning as meaning
        from candidate x
        cross join memory.weights() w
        cross join lateral (
            select m.kind, m.session_id, m.importance
            from public.popagent_memories m
            where m.seq = x.seq
            offset 0
        ) m
    ),
    part as (
        select f.seq, f.kind, f.importance, f.own, 0::float8 as lent, f.talk, f.cover, f.spelling, f.meaning
        from found f
        union all
        select n.seq, 'episode', n.importance, 0, n.share * (f.own + f.meaning), f.talk, 0, 0, 0
        from found f
        cross join lateral memory.neighbours(p_resource_id, f.session_id, f.seq) n
        where f.kind = 'episode'
    )
    select p.seq, p.importance, sum(p.own), sum(p.lent), max(p.talk), sum(p.spelling),
        p.kind = 'fact' and sum(p.cover) > 0 and sum(p.cover) >= w.near * max(sum(p.cover)) over (), sum(p.meaning)
    from part p
    cross join memory.weights() w
    group by p.seq, p.kind, p.importance, w.near;
end
$$;
