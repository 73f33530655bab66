-- Memories by the week in which they were said, the last p_weeks weeks, empty ones included. Counted from an
-- index, without reading the memories.
create function memory.growth(p_resource_id text, p_weeks integer default 26)
returns table (week date, facts bigint, episodes bigint)
language sql stable
as $$
with span as (
    select date_trunc('week', public.clock()) as last,
        date_trunc('week', public.clock()) - make_interval(weeks => least(greatest(p_weeks, 1), 520) - 1) as first
),
counted as (
    select date_trunc('week', m.created_at) as week,
        count(*) filter (where m.kind = 'fact') as facts,
        count(*) filter (where m.kind = 'episode') as episodes
    from public.popagent_memories m
    where m.resource_id = p_resource_id
    and m.superseded_at is null
    and m.created_at >= (select s.first from span s)
    group by 1
)
select w.week::date, coalesce(c.facts, 0), coalesce(c.episodes, 0)
from span s
cross join lateral generate_series(s.first, s.last, interval '1 week') w (week)
left join counted c on c.week = w.week
order by w.week
$$;
