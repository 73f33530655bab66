-- Lets a browser in that knew the key; its network's attempts are forgotten. Returns the login and when it ends. Of one
-- key the newest hundred are kept; what has expired, or knew another key, goes.
create function door.log_in(p_token_sha256 bytea, p_key_mark bytea, p_browser text, p_network text)
returns table (id uuid, expires_at timestamptz)
language plpgsql
as $$
begin
    delete from public.popagent_login_attempts a
    where a.address = p_network;
    delete from public.popagent_logins g
    where g.expires_at <= public.clock()
    or g.key_mark <> p_key_mark
    or g.id in (select o.id from public.popagent_logins o order by o.created_at desc, o.id offset 99);
    return query
    insert into public.popagent_logins as g (token_sha256, key_mark, browser, created_at, seen_at, expires_at)
    select p_token_sha256, p_key_mark, left(p_browser, 300), public.clock(), public.clock(), public.clock() + l.holds
    from door.limits() l
    returning g.id, g.expires_at;
end
$$;
