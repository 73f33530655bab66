-- Whether interrupted work that first started then is too old to be begun anew.
create function task.is_stale(p_started_at timestamptz)
returns boolean
language sql stable
as $$
select p_started_at < public.clock() - make_interval(secs => (s.settings ->> 'background_stale_after_seconds')::integer)
from settings.agent_runtime() s
$$;
