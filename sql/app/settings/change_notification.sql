-- Changes where notifications are sent; a null leaves a value as it is. What is sent is signed, so that an address needs
-- a secret. The revision that the editor saw must still be the stored one, else PT409 with the stored row as detail.
create function settings.change_notification(
    p_revision bigint,
    p_url text default null,
    p_allow_loopback boolean default null,
    p_secret_name text default null,
    p_on_done boolean default null,
    p_on_failed boolean default null,
    p_on_waiting boolean default null
)
returns void
language plpgsql
as $$
declare
    v_stored record;
begin
    perform 1 from public.popagent_notification_settings for no key update;
    select * into v_stored
    from settings.notification();
    if v_stored.revision <> p_revision then
        raise sqlstate 'PT409' using
            message = 'These settings changed in the meantime.',
            hint = 'revision_conflict',
            detail = to_jsonb(v_stored)::text;
    elsif char_length(p_url) > 2000 then
        raise sqlstate 'PT422' using message = 'url: at most 2,000 characters.', hint = 'out_of_range';
    elsif coalesce(p_url, v_stored.url) <> '' and coalesce(p_secret_name, v_stored.secret_name) = '' then
        raise sqlstate 'PT422' using message = 'secretName: what is sent is signed; choose a secret.', hint = 'out_of_range';
    end if;
    update public.popagent_notification_settings s
    set url = coalesce(p_url, s.url),
        allow_loopback = coalesce(p_allow_loopback, s.allow_loopback),
        secret_name = coalesce(p_secret_name, s.secret_name),
        on_done = coalesce(p_on_done, s.on_done),
        on_failed = coalesce(p_on_failed, s.on_failed),
        on_waiting = coalesce(p_on_waiting, s.on_waiting),
        revision = s.revision + 1,
        updated_at = public.clock();
end
$$;
