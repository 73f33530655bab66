-- The terms by which a query looks into one resource, each with its weight. An asked word brings its kin:
-- words of the vocabulary that begin alike, and when no memory holds it those that look alike (misspellings).
-- `leads` marks the rarest terms, up to the number of postings that recall reads; uncounted ones are rare.
create function memory.wanted(p_resource_id text, p_query text)
returns table (term text, weight double precision, similar_to text, memory_count bigint, leads boolean)
language sql stable
as $$
with asked as materialized (
    select q.term collate "C" as term,
        exists (
            select
            from public.popagent_memory_postings p
            where p.resource_id = p_resource_id
            and p.term = q.term collate "C"
        ) as held
    from memory.weights() w
    cross join lateral text.query_terms(p_query, w.terms) q
),
meant as (
    select a.term, 1::float8 as weight, null::text as similar_to
    from asked a
    where a.held
    union all
    select k.term, w.likeness * k.likeness, a.term
    from memory.weights() w
    cross join asked a
    cross join lateral memory.kin(p_resource_id, a.term, a.held, w.kin) k
),
best as (
    select m.term, max(m.weight) as weight, case when max(m.weight) < 1 then min(m.similar_to) end as similar_to,
        coalesce((
            select max(v.memory_count)
            from public.popagent_memory_vocabulary v
            where v.resource_id = p_resource_id
            and v.term = m.term), 0) as memory_count
    from meant m
    group by m.term
)
select b.term, b.weight, b.similar_to, b.memory_count,
    sum(b.memory_count) over rarest <= w.postings or row_number() over rarest = 1
from best b
cross join memory.weights() w
window rarest as (order by b.memory_count, b.term rows unbounded preceding)
$$;
