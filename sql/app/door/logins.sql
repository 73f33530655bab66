-- The browsers that are let in, last seen first.
create function door.logins(p_key_mark bytea)
returns table (id uuid, browser text, created_at timestamptz, seen_at timestamptz, expires_at timestamptz)
language sql stable
as $$
select g.id, g.browser, g.created_at, g.seen_at, g.expires_at
from public.popagent_logins g
where g.key_mark = p_key_mark
and g.expires_at > public.clock()
order by g.seen_at desc, g.created_at desc, g.id
$$;
