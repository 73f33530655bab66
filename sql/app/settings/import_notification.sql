-- Compares settings of where notifications are sent with those stored; with p_write they take the place of those that
-- their owner never changed, which count as not there.
create function settings.import_notification(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, to_jsonb(s), to_jsonb(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_notification_settings, r.described || '{"singleton": true}') g
    left join public.popagent_notification_settings s on not settings.is_seeded(s.updated_at) or to_jsonb(s) = to_jsonb(g);
    if p_write then
        delete from public.popagent_notification_settings s
        where settings.is_seeded(s.updated_at);
        insert into public.popagent_notification_settings
        select g.*
        from jsonb_array_elements(p_rows) r (described)
        cross join jsonb_populate_record(null::public.popagent_notification_settings, r.described || '{"singleton": true}') g
        on conflict do nothing;
    end if;
end
$$;
