-- The settings of meaning-based recall, or a refusal when their row is missing.
create function settings.memory_embedding()
returns table (enabled boolean, model text, revision bigint, updated_at timestamptz)
language plpgsql stable
as $$
begin
    return query
    select s.enabled, s.model, s.revision, s.updated_at
    from public.popagent_memory_embedding_settings s;
    if not found then
        raise sqlstate 'PT503' using
            message = 'The settings are missing from popagent_memory_embedding_settings. Restore the row from a backup.',
            hint = 'settings_missing';
    end if;
end
$$;
