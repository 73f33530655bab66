-- Stores a new secret; refuses a name that exists, or is none. Only what is encrypted comes here.
create function secret.store(
    p_resource_id text, p_name text, p_key_id text, p_nonce bytea, p_ciphertext bytea, p_fingerprint text
)
returns bigint
language plpgsql
as $$
declare
    v_revision bigint;
begin
    if p_name = '' or char_length(p_name) > 128 or p_name ~ '[[:cntrl:]]' or p_name <> btrim(p_name) then
        raise sqlstate 'PT422' using
            message = 'A secret''s name is one line of 1 to 128 characters, without blanks at its ends.', hint = 'invalid_name';
    end if;
    insert into public.popagent_secrets as s (resource_id, name, key_id, nonce, ciphertext, fingerprint, created_at, updated_at)
    values (p_resource_id, p_name, p_key_id, p_nonce, p_ciphertext, p_fingerprint, public.clock(), public.clock())
    on conflict on constraint names_are_unique do nothing
    returning s.revision into v_revision;
    if v_revision is null then
        raise sqlstate 'PT409' using
            message = 'There is a secret of this name already. Replace its value, or choose another name.', hint = 'secret_exists';
    end if;
    return v_revision;
end
$$;
