-- The terms by which a query looks into one resource, each with its weight. Of a long query those that are
-- frequent in it and rare in the vocabulary. The first half of as many words as count bring their kin: words
-- of the vocabulary that begin alike, and when no memory holds the word those that look alike (misspellings).
-- `leads` marks the rarest terms, up to the number of postings that recall reads; terms that came after the
-- last recount count as rare.
create function memory.wanted(p_resource_id text, p_query text)
returns table (term text, weight double precision, similar_to text, memory_count bigint, leads boolean)
language sql stable
as $$
with asked as materialized (
    select q.term collate "C" as term, h.held is not null as held
    from text.query_terms(p_query) q
    cross join lateral (
        select count(*) > 0 as known, max(v.memory_count) as memory_count
        from public.popagent_memory_vocabulary v
        where v.resource_id = p_resource_id
        and v.term = q.term collate "C"
    ) v
    left join lateral (
        select true as held
        from public.popagent_memory_postings p
        where p.resource_id = p_resource_id
        and p.term = q.term collate "C"
        limit 1
    ) h on true
    order by v.known desc, q.frequency * (20 - ln(coalesce(v.memory_count, 0) + 1)) desc, q.term
    limit (select w.terms from memory.weights() w)
),
meant as (
    select a.term, 1::float8 as weight, null::text as similar_to
    from asked a
    where a.held
    union all
    select k.term, w.likeness * k.likeness, a.term
    from memory.weights() w
    cross join (
        select a.term, a.held
        from asked a
        limit (select w.terms / 2 from memory.weights() w)
    ) a
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
