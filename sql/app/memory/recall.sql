-- The memories of a resource that fit a query, best first, each with the parts of its score; only reads.
-- An episode borrows from its neighbours in the session and from the session as a whole; a fact that says
-- about as much of the question as anything else does comes before episodes, unless a newer fact says it anew.
-- score = (own + lent + talk + lift) * (1 + weight * importance); numbers and units in memory.weights().
create function memory.recall(p_resource_id text, p_query text, p_limit integer default 8)
returns table (
    id uuid, kind text, content text, score double precision, created_at timestamptz, key text, session_id text,
    importance double precision, own double precision, lent double precision, talk double precision,
    lift double precision, spelling double precision
)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
begin
    return query
    with found as materialized (
        select x.seq, m.kind, m.session_id, m.importance, x.own, w.talk * x.talk as talk, x.cover, x.spelling
        from memory.matches(p_resource_id, p_query) x
        cross join memory.weights() w
        cross join lateral (
            select m.kind, m.session_id, m.importance
            from public.popagent_memories m
            where m.seq = x.seq
            offset 0
        ) m
    ),
    part as (
        select f.seq, f.kind, f.importance, f.own, 0::float8 as lent, f.talk, f.cover, f.spelling
        from found f
        union all
        select n.seq, 'episode', n.importance, 0, n.share * f.own, f.talk, 0, 0
        from found f
        cross join lateral memory.neighbours(p_resource_id, f.session_id, f.seq) n
        where f.kind = 'episode'
    ),
    joined as (
        select p.seq, p.kind, p.importance, sum(p.own) as own, sum(p.lent) as lent, max(p.talk) as talk,
            sum(p.spelling) as spelling, sum(p.own) + sum(p.lent) + max(p.talk) as score,
            p.kind = 'fact' and sum(p.cover) >= w.near * max(sum(p.cover)) over () as near
        from part p
        cross join memory.weights() w
        group by p.seq, p.kind, p.importance, w.near
    ),
    ranked as materialized (
        select j.*, max(j.score) filter (where not j.near) over () as level from joined j
    ),
    fact as materialized (
        select r.seq, m.content, m.importance,
            exists (select from public.popagent_memories o where o.superseded_by = m.id) as corrected
        from ranked r
        join public.popagent_memories m using (seq)
        where r.near
        order by r.score desc
        limit 12
    ),
    lifted as (
        select r.*, case when r.near and not exists (
            select
            from fact o
            join fact n on n.seq > o.seq
            where o.seq = r.seq
            and memory.outdates(n.content, o.content, n.corrected, n.importance >= o.importance)
        ) then coalesce(r.level, 0) else 0 end as lift
        from ranked r
    )
    select m.id, m.kind, m.content, l.total, m.created_at, m.key, m.session_id, m.importance, l.own, l.lent, l.talk,
        l.lift, l.spelling
    from (
        select l.*, (l.score + l.lift) * (1 + w.importance * l.importance) as total
        from lifted l
        cross join memory.weights() w
        order by total desc, l.seq desc
        limit least(greatest(coalesce(p_limit, 8), 0), 200)
    ) l
    join public.popagent_memories m using (seq)
    order by l.total desc, m.seq desc;
end
$$;
