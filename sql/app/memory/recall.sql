-- The memories of a resource that fit a query, best first, each with the parts of its score; only reads.
-- Facts that say about as much of the question as anything else are lifted over all other memories, except
-- those that a newer one of them says anew. What is equally relevant is ordered by importance, then by age.
-- The formula, its numbers and units are in memory.weights().
create function memory.recall(p_resource_id text, p_query text, p_limit integer default 8, p_vector double precision[] default null)
returns table (
    id uuid, kind text, content text, score double precision, created_at timestamptz, key text, session_id text,
    importance double precision, own double precision, lent double precision, talk double precision,
    lift double precision, spelling double precision, meaning double precision
)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
begin
    return query
    with ranked as materialized (
        select s.seq, s.importance, s.own, s.lent, s.talk, s.spelling, s.near, s.meaning,
            s.own + s.lent + s.talk + s.meaning as relevance
        from memory.scored(p_resource_id, p_query, p_vector) s
    ),
    outdated as materialized (
        select o.seq
        from memory.outdated(array(select r.seq from ranked r where r.near order by r.relevance desc limit 8)) o
    ),
    lifted as (
        select x.*, case when x.leads then coalesce(max(x.relevance) filter (where not x.leads) over (), 0) else 0 end as lift
        from (select r.*, r.near and r.seq not in (select o.seq from outdated o) as leads from ranked r) x
    ),
    scored as (
        select l.*, (l.relevance + l.lift) * (1 + w.importance * l.importance) as score
        from lifted l
        cross join memory.weights() w
    ),
    best as (
        select s.*, row_number() over (order by round(s.score * 1e6) desc, s.seq desc) as place
        from scored s
        order by place
        limit least(greatest(coalesce(p_limit, 8), 0), 200)
    )
    select m.id, m.kind, m.content, b.score, m.created_at, m.key, m.session_id, m.importance, b.own, b.lent, b.talk,
        b.lift, b.spelling, b.meaning
    from best b
    cross join lateral (
        select m.id, m.kind, m.content, m.created_at, m.key, m.session_id, m.importance
        from public.popagent_memories m
        where m.seq = b.seq
        offset 0
    ) m
    order by b.place;
end
$$;
