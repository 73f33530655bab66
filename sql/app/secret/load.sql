-- A secret as it is stored, for a process that has its key. Refuses a name that is not there.
create function secret.load(p_resource_id text, p_name text)
returns table (key_id text, nonce bytea, ciphertext bytea, revision bigint)
language plpgsql stable
as $$
begin
    return query
    select s.key_id, s.nonce, s.ciphertext, s.revision
    from public.popagent_secrets s
    where s.resource_id = p_resource_id
    and s.name = p_name;
    if not found then
        perform secret.refuse_missing(p_resource_id, p_name);
    end if;
end
$$;
