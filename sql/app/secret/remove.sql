-- Deletes a secret; no key is needed. With p_revision only the value that was seen.
create function secret.remove(p_resource_id text, p_name text, p_revision bigint default null)
returns void
language plpgsql
as $$
begin
    delete from public.popagent_secrets s
    where s.resource_id = p_resource_id
    and s.name = p_name
    and (p_revision is null or s.revision = p_revision);
    if not found then
        perform secret.refuse_missing(p_resource_id, p_name);
    end if;
end
$$;
