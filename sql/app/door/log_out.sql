-- Ends a login, or with p_others all but it. Every process hears of it. Returns how many ended.
create function door.log_out(p_id uuid, p_others boolean default false)
returns integer
language sql
as $$
with gone as (
    delete from public.popagent_logins g
    where (g.id = p_id) <> p_others
    returning g.id
)
select count(pg_notify('popagent', 'login:' || g.id))::integer
from gone g
$$;
