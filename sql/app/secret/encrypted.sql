-- A page of all secrets as they are stored, in the order of their ids: a process knows again what it must not show.
create function secret.encrypted(p_after uuid default null, p_limit integer default 200)
returns table (id uuid, resource_id text, name text, key_id text, nonce bytea, ciphertext bytea, revision bigint)
language sql stable
as $$
select s.id, s.resource_id, s.name, s.key_id, s.nonce, s.ciphertext, s.revision
from public.popagent_secrets s
where p_after is null or s.id > p_after
order by s.id
limit p_limit
$$;
