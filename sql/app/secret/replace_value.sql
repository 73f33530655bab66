-- Gives a secret another value; refuses a name that is not there. With p_revision only the value that was seen.
create function secret.replace_value(
    p_resource_id text,
    p_name text,
    p_key_id text,
    p_nonce bytea,
    p_ciphertext bytea,
    p_fingerprint text,
    p_revision bigint default null
)
returns bigint
language plpgsql
as $$
declare
    v_revision bigint;
begin
    update public.popagent_secrets s
    set
        key_id = p_key_id,
        nonce = p_nonce,
        ciphertext = p_ciphertext,
        fingerprint = p_fingerprint,
        revision = s.revision + 1,
        updated_at = public.clock()
    where s.resource_id = p_resource_id
    and s.name = p_name
    and (p_revision is null or s.revision = p_revision)
    returning s.revision into v_revision;
    if v_revision is null then
        perform secret.refuse_missing(p_resource_id, p_name);
    end if;
    return v_revision;
end
$$;
