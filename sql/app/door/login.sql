-- The login that a token belongs to, if it still holds; notes to the hour that its browser was here.
create function door.login(p_token_sha256 bytea, p_key_mark bytea)
returns uuid
language sql
as $$
with found as (
    select g.id, g.seen_at
    from public.popagent_logins g
    where g.token_sha256 = p_token_sha256
    and g.key_mark = p_key_mark
    and g.expires_at > public.clock()
),
seen as (
    update public.popagent_logins g
    set seen_at = public.clock()
    from found f
    where g.id = f.id
    and f.seen_at < public.clock() - interval '1 hour'
)
select f.id
from found f
$$;
