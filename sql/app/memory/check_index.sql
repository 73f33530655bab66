-- Compares postings, totals and vocabulary with a recount of the memories; no rows means they are right.
create function memory.check_index(p_resource_id text default null)
returns table (resource_id text, fault text, term text, seq bigint)
language sql stable
as $$
with wanted as materialized (
    select m.resource_id, e.term, m.seq, e.talk, e.frequency, e.length
    from public.popagent_memories m
    cross join lateral memory.entries(m.kind, m.session_id, m.content, m.search, m.created_at) e
    where m.superseded_at is null
    and (p_resource_id is null or m.resource_id = p_resource_id)
),
stored as materialized (
    select p.resource_id, p.term, p.seq, p.talk, p.frequency, p.length
    from public.popagent_memory_postings p
    where p_resource_id is null or p.resource_id = p_resource_id
),
counted as (
    select m.resource_id, count(*) as memories,
        coalesce((select sum(w.frequency) from wanted w where w.resource_id = m.resource_id), 0) as terms
    from public.popagent_memories m
    where m.superseded_at is null
    and (p_resource_id is null or m.resource_id = p_resource_id)
    group by m.resource_id
),
summed as (
    select t.resource_id, sum(t.memory_count) as memories, sum(t.term_count) as terms
    from public.popagent_memory_totals t
    where p_resource_id is null or t.resource_id = p_resource_id
    group by t.resource_id
)
select w.resource_id, 'missing or different posting', w.term, w.seq
from (table wanted except table stored) w
union all
select s.resource_id, 'stray or different posting', s.term, s.seq
from (table stored except table wanted) s
union all
select coalesce(c.resource_id, s.resource_id), 'totals differ', null, null
from counted c
full join summed s using (resource_id)
where (coalesce(c.memories, 0), coalesce(c.terms, 0)) is distinct from (coalesce(s.memories, 0), coalesce(s.terms, 0))
union all
select distinct s.resource_id, 'missing in the vocabulary', s.term, null::bigint
from stored s
where not exists (
    select
    from public.popagent_memory_vocabulary v
    where v.resource_id = s.resource_id
    and v.term = s.term
)
union all
select null, 'made by another version of memory.terms()', null, null
from public.popagent_memory_index i
where i.terms_version <> memory.terms_version()
$$;
