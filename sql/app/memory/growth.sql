-- Memories by the week in which they were said, the last p_weeks weeks, empty ones included.
create function memory.growth(p_resource_id text, p_weeks integer default 26)
returns table (week date, facts bigint, episodes bigint)
language sql stable
as $$
select
    w.week::date,
    count(m.seq) filter (where m.kind = 'fact'),
    count(m.seq) filter (where m.kind = 'episode')
from generate_series(
    date_trunc('week', public.clock()) - make_interval(weeks => least(greatest(p_weeks, 1), 520) - 1),
    date_trunc('week', public.clock()),
    interval '1 week'
) as w (week)
left join public.popagent_memories m
    on m.resource_id = p_resource_id
    and m.superseded_at is null
    and m.created_at >= w.week
    and m.created_at < w.week + interval '1 week'
group by w.week
order by w.week
$$;
