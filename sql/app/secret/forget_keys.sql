-- Forgets keys that encrypt nothing any more, but for the one in use; returns how many.
create function secret.forget_keys(p_key_id text)
returns integer
language sql
as $$
with gone as (
    delete from public.popagent_secret_keys k
    where k.key_id <> p_key_id
    and not exists (select from public.popagent_secrets s where s.key_id = k.key_id)
    returning k.key_id
)
select count(*)::integer
from gone
$$;
