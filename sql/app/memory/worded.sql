-- The current facts that a model means when it repeats one: those with this text or key, else the one that
-- reads most like it, with any that read as much so. Recall narrows them down: alikeness is never compared
-- with all that is remembered. What was copied with its label loses it.
create function memory.worded(p_resource_id text, p_words text)
returns table (id uuid, key text)
language sql stable
as $$
with said as materialized (
    select regexp_replace(text.tidy(left(p_words, 2100)), '^(-\s*)?\[fact\]\s*(\d{4}-\d\d-\d\d)?:?\s*', '') as words
),
exact as materialized (
    select m.id, m.key
    from said s
    join public.popagent_memories m on m.folded_sha256 = public.popagent_same(s.words) or m.key = s.words
    where m.resource_id = p_resource_id
    and m.kind = 'fact'
    and m.superseded_at is null
),
alike as (
    select r.id, r.key, public.similarity(r.content, s.words) as likeness
    from said s
    cross join lateral memory.recall(p_resource_id, s.words, 50) r
    where r.kind = 'fact'
    and not exists (select from exact)
)
select e.id, e.key
from exact e
union all
select a.id, a.key
from alike a
where a.likeness >= 0.6
and a.likeness > (select max(b.likeness) from alike b) - 0.1
$$;
