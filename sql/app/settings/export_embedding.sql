-- The settings of meaning-based recall as an export holds them.
create function settings.export_embedding()
returns table (described jsonb)
language sql stable
as $$
select to_jsonb(s) - 'singleton'
from public.popagent_memory_embedding_settings s
$$;
