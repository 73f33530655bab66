-- The settings of how long episodes are kept as an export holds them.
create function settings.export_retention()
returns table (described jsonb)
language sql stable
as $$
select to_jsonb(s) - 'singleton'
from public.popagent_memory_retention_settings s
$$;
