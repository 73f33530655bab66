-- The last run of a chore; no row when it never ran.
create function job.chore(p_name text)
returns table (started_at timestamptz, finished_at timestamptz, result jsonb)
language sql stable
as $$
select c.started_at, c.finished_at, c.result
from public.popagent_chores c
where c.name = p_name
$$;
