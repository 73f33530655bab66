-- The runtime settings as an export holds them.
create function settings.export_runtime()
returns table (described jsonb)
language sql stable
as $$
select to_jsonb(s) - 'singleton'
from public.popagent_agent_runtime_settings s
$$;
