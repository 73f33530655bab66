-- The runtime settings row, or a refusal when it is missing.
-- A missing row is a configuration error: constants in code never stand in for it.
create function settings.agent_runtime()
returns table (settings jsonb, default_model text)
language plpgsql stable
as $$
begin
    return query
    select to_jsonb(s) - 'singleton', s.default_model
    from public.popagent_agent_runtime_settings s;
    if not found then
        raise sqlstate 'PT503' using
            message = 'The runtime settings are missing from popagent_agent_runtime_settings. Restore the row from a backup.',
            hint = 'settings_missing';
    end if;
end
$$;
