-- The secrets of an owner by their names, and nothing of their values.
create function secret.names(p_resource_id text)
returns table (name text, fingerprint text, key_id text, revision bigint, created_at timestamptz, updated_at timestamptz)
language sql stable
as $$
select s.name, s.fingerprint, s.key_id, s.revision, s.created_at, s.updated_at
from public.popagent_secrets s
where s.resource_id = p_resource_id
order by s.name
$$;
