-- How long episodes are kept, or a refusal when the settings' row is missing.
create function settings.memory_retention()
returns table (episode_days integer, episodes_kept integer, revision bigint, updated_at timestamptz)
language plpgsql stable
as $$
begin
    return query
    select s.episode_days, s.episodes_kept, s.revision, s.updated_at
    from public.popagent_memory_retention_settings s;
    if not found then
        raise sqlstate 'PT503' using
            message = 'The settings are missing from popagent_memory_retention_settings. Restore the row from a backup.',
            hint = 'settings_missing';
    end if;
end
$$;
