-- Secrets that another key than this one encrypts, some of them, oldest first.
create function secret.left_to_rotate(p_key_id text, p_limit integer default 100)
returns table (id uuid, resource_id text, name text, key_id text, nonce bytea, ciphertext bytea, revision bigint)
language sql stable
as $$
select s.id, s.resource_id, s.name, s.key_id, s.nonce, s.ciphertext, s.revision
from public.popagent_secrets s
where s.key_id <> p_key_id
order by s.updated_at, s.id
limit p_limit
$$;
