-- The settings that are seeded once and are not there: each is a configuration error until its row is restored.
create function settings.missing()
returns table (name text)
language sql stable
as $$
select s.name
from (values
    ('popagent_agent_runtime_settings', exists (select from public.popagent_agent_runtime_settings)),
    ('popagent_memory_embedding_settings', exists (select from public.popagent_memory_embedding_settings)),
    ('popagent_memory_retention_settings', exists (select from public.popagent_memory_retention_settings)),
    ('popagent_notification_settings', exists (select from public.popagent_notification_settings))
) s (name, is_there)
where not s.is_there
$$;
