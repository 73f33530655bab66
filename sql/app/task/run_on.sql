-- The first run after an instant among those of one local date; null when there is none. Where the clock is changed, a
-- fixed time that is left out runs right after the gap and one that comes twice runs the first time, while wild ones
-- follow the clock.
create function task.run_on(
    p_date date, p_hours integer[], p_minutes integer[], p_wild boolean, p_zone text, p_after timestamptz
)
returns timestamptz
language plpgsql stable
as $$
declare
    v_day timestamp := p_date;
    v_offsets interval[];
    v_after timestamp;
    v_hour integer;
    v_minute integer;
begin
    -- Every offset that holds at some time of the date.
    v_offsets := array(
        select distinct ((x.at at time zone 'UTC') at time zone p_zone) - x.at
        from unnest(array[-15, -3, 9, 21, 37]) as h (n)
        cross join lateral (select v_day + make_interval(hours => h.n) as at) x
    );
    if cardinality(v_offsets) = 1 then
        v_after := (p_after at time zone 'UTC') + v_offsets[1];
        if v_after < v_day then
            return ((v_day + make_interval(hours => p_hours[1], mins => p_minutes[1])) - v_offsets[1]) at time zone 'UTC';
        elsif v_after >= v_day + interval '1 day' then
            return null;
        end if;
        select h.n, m.n into v_hour, v_minute
        from unnest(p_hours) as h (n)
        cross join unnest(p_minutes) as m (n)
        where h.n >= extract(hour from v_after)
        and (h.n > extract(hour from v_after) or m.n > extract(minute from v_after))
        order by h.n, m.n
        limit 1;
        return ((v_day + make_interval(hours => v_hour, mins => v_minute)) - v_offsets[1]) at time zone 'UTC';
    end if;

    return (
        select min(r.at)
        from unnest(p_hours) as h (n)
        cross join unnest(p_minutes) as m (n)
        cross join lateral (select v_day + make_interval(hours => h.n, mins => m.n) as local) l
        cross join lateral (
            select c.at
            from unnest(v_offsets) as o (utc)
            cross join lateral (select (l.local - o.utc) at time zone 'UTC' as at) c
            where c.at at time zone p_zone = l.local
            and (p_wild or c.at = (
                select min((l.local - f.utc) at time zone 'UTC')
                from unnest(v_offsets) as f (utc)
                where ((l.local - f.utc) at time zone 'UTC') at time zone p_zone = l.local
            ))
            union all
            select task.gap_end(l.local, p_zone, (select min(o.utc) from unnest(v_offsets) as o (utc)), (select max(o.utc) from unnest(v_offsets) as o (utc)))
            where not p_wild
            and not exists (
                select
                from unnest(v_offsets) as o (utc)
                where ((l.local - o.utc) at time zone 'UTC') at time zone p_zone = l.local
            )
        ) r
        where r.at > p_after
    );
end
$$;
