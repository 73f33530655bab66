-- The terms by which a query looks into one resource, each with its weight. A word that no memory holds
-- stands for the most similar words of the vocabulary. `leads` marks the rarest terms, up to the number
-- of postings that recall reads; without a vocabulary all lead.
create function memory.wanted(p_resource_id text, p_query text)
returns table (term text, weight double precision, similar_to text, memory_count bigint, leads boolean)
language sql stable
as $$
with asked as materialized (
    select q.term collate "C" as term, q.frequency, v.memory_count,
        exists (
            select
            from public.popagent_memory_postings p
            where p.resource_id = p_resource_id
            and p.term = q.term
        ) as held
    from memory.weights() w
    cross join lateral text.query_terms(p_query, w.terms) q
    left join public.popagent_memory_vocabulary v on v.resource_id = p_resource_id and v.term = q.term
),
meant as (
    select a.term, 1::float8 as weight, null::text as similar_to, a.memory_count
    from asked a
    where a.held
    union all
    select v.term, w.spelling * v.likeness, a.term, v.memory_count
    from memory.weights() w
    cross join asked a
    cross join lateral (
        select v.term, v.memory_count, public.similarity(v.term, a.term) as likeness
        from public.popagent_memory_vocabulary v
        where v.resource_id = p_resource_id
        and v.term operator(public.%) a.term
        order by 3 desc, v.memory_count desc, v.term
        limit 2
    ) v
    where not a.held
    and char_length(a.term) >= 4
)
select m.term, max(m.weight), min(m.similar_to), max(m.memory_count),
    coalesce(sum(max(m.memory_count)) over (order by max(m.memory_count), m.term) <= (select w.postings from memory.weights() w), true)
    or row_number() over (order by max(m.memory_count), m.term) = 1
from meant m
group by m.term
$$;
