-- Puts settings back to what they were seeded with, because their owner asked for it. Refuses like any change.
create function settings.reset_agent_runtime(p_revision bigint, p_fields text[])
returns table (settings jsonb, default_model text)
language sql
as $$
select c.settings, c.default_model
from settings.change_agent_runtime(
    p_revision,
    (
        select coalesce(jsonb_object_agg(f.name, settings.agent_runtime_seed() -> f.name), '{}')
        from unnest(p_fields) f (name)
    )
) c
$$;
