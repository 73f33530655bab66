-- Where notifications are sent, or a refusal when the settings' row is missing.
create function settings.notification()
returns table (
    url text,
    allow_loopback boolean,
    secret_name text,
    on_done boolean,
    on_failed boolean,
    on_waiting boolean,
    revision bigint,
    updated_at timestamptz
)
language plpgsql stable
as $$
begin
    return query
    select s.url, s.allow_loopback, s.secret_name, s.on_done, s.on_failed, s.on_waiting, s.revision, s.updated_at
    from public.popagent_notification_settings s;
    if not found then
        raise sqlstate 'PT503' using
            message = 'The settings are missing from popagent_notification_settings. Restore the row from a backup.',
            hint = 'settings_missing';
    end if;
end
$$;
