-- Stores a secret anew under another key. Its value is the same, and so is its revision; false when it was changed or
-- deleted meanwhile: then there is nothing to do, or it comes again.
create function secret.rotate(
    p_id uuid, p_revision bigint, p_old_key_id text, p_key_id text, p_nonce bytea, p_ciphertext bytea, p_fingerprint text
)
returns boolean
language plpgsql
as $$
begin
    update public.popagent_secrets s
    set key_id = p_key_id, nonce = p_nonce, ciphertext = p_ciphertext, fingerprint = p_fingerprint
    where s.id = p_id
    and s.revision = p_revision
    and s.key_id = p_old_key_id;
    return found;
end
$$;
