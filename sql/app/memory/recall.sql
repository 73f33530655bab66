-- The memories of a resource that fit a query, best first, each with the parts of its score.
create function memory.recall(p_resource_id text, p_query text, p_limit integer default 8)
returns table (
    id uuid,
    kind text,
    content text,
    score double precision,
    created_at timestamptz,
    key text,
    session_id text,
    importance double precision,
    own double precision,
    lent double precision,
    talk double precision,
    spelling double precision
)
language sql stable
as $$
with weights as materialized (
    select w.* from memory.weights() w
),
size as materialized (
    select greatest(sum(t.memory_count), 1)::float8 as memories,
        greatest(sum(t.term_count) / greatest(sum(t.memory_count), 1), 1)::float8 as usual
    from public.popagent_memory_totals t
    where t.resource_id = p_resource_id
),
wanted as materialized (
    select w.term collate "C" as term, w.weight, w.similar_to, w.memory_count, w.leads from memory.wanted(p_resource_id, p_query) w
),
hit as materialized (
    select p.term, p.seq, p.talk, p.frequency, p.length, w.weight, w.similar_to
    from wanted w
    join public.popagent_memory_postings p on p.resource_id = p_resource_id and p.term = w.term
),
rare as materialized (
    select h.term, h.weight * ln(1 + (s.memories - count(*) + 0.5) / (count(*) + 0.5)) as idf
    from hit h
    cross join size s
    group by h.term, h.weight, s.memories
),
own as materialized (
    select h.seq, h.talk, sum(x.part) as own, coalesce(sum(x.part) filter (where h.similar_to is not null), 0) as spelling
    from hit h
    join rare r using (term)
    cross join size s
    cross join weights w
    cross join lateral (
        select r.idf * h.frequency * (w.k1 + 1) / (h.frequency + w.k1 * (1 - w.b + w.b * h.length / s.usual)) as part) x
    group by h.seq, h.talk
    order by 3 desc, 1 desc
    limit (select w.candidates from weights w)
),
whole as materialized (
    select x.talk, sum(r.idf * x.frequency * (w.k1 + 1) / (x.frequency + w.k1)) as whole
    from (
        select h.talk, h.term, sum(h.frequency) as frequency
        from hit h
        where h.talk in (select o.talk from own o)
        group by h.talk, h.term
    ) x
    join rare r using (term)
    cross join weights w
    group by x.talk
),
base as materialized (
    select o.seq, o.own, o.spelling, w.talk * coalesce(t.whole, 0) as talk, m.session_id, m.kind
    from own o
    join public.popagent_memories m using (seq)
    cross join weights w
    left join whole t on t.talk = o.talk
),
part as (
    select b.seq, b.own, 0::float8 as lent, b.talk, b.spelling
    from base b
    union all
    select n.seq, 0, w.ring * b.own, b.talk, 0
    from base b
    cross join weights w
    cross join lateral (
        (select m.seq
        from public.popagent_memories m
        where m.resource_id = p_resource_id
        and m.session_id = b.session_id
        and m.kind = 'episode'
        and m.seq < b.seq
        order by m.seq desc
        limit 1)
        union all
        (select m.seq
        from public.popagent_memories m
        where m.resource_id = p_resource_id
        and m.session_id = b.session_id
        and m.kind = 'episode'
        and m.seq > b.seq
        order by m.seq
        limit 1)
    ) n
    where b.kind = 'episode'
),
joined as (
    select p.seq, sum(p.own) as own, sum(p.lent) as lent, max(p.talk) as talk, sum(p.spelling) as spelling
    from part p
    group by p.seq
)
select m.id, m.kind, m.content, (j.own + j.lent + j.talk) * (1 + w.importance * m.importance) as score, m.created_at,
    m.key, m.session_id, m.importance, j.own, j.lent, j.talk, j.spelling
from joined j
join public.popagent_memories m using (seq)
cross join weights w
order by 4 desc, m.seq desc
limit least(greatest(coalesce(p_limit, 8), 0), 200)
$$;
