-- How many hooks ran in each of these turns, and how many of them blocked, or failed in whatever way.
create function hook.seen(p_turn_ids uuid[])
returns table (turn_id uuid, runs bigint, blocked bigint, failed bigint)
language sql stable
as $$
select
    r.turn_id,
    count(*) filter (where r.outcome <> 'skipped'),
    count(*) filter (where r.outcome = 'blocked'),
    count(*) filter (where r.outcome in ('failed', 'timed_out', 'too_large'))
from public.popagent_hook_runs r
where r.turn_id = any (p_turn_ids)
group by r.turn_id
$$;
