-- Secrets: encrypted in the process that holds the key. Neither a key nor a value ever comes here.

create table popagent_secret_keys (
    key_id text primary key constraint key_id_is_an_id check (key_id ~ '^[0-9a-f]{16}$'),
    check_value bytea not null constraint check_value_is_hashed check (octet_length(check_value) = 32),
    created_at timestamptz not null default public.clock()
);

comment on table popagent_secret_keys is 'Keys that secrets here were encrypted with, and by what each is known again.';
comment on column popagent_secret_keys.key_id is 'Name of the key, made from it.';
comment on column popagent_secret_keys.check_value is 'An HMAC with the key: another key has another one.';
comment on column popagent_secret_keys.created_at is 'When it was first used here.';

create table popagent_secrets (
    id uuid primary key default gen_random_uuid(),
    resource_id text not null constraint resource_id_is_not_empty check (resource_id <> ''),
    name text not null,
    key_id text not null references popagent_secret_keys (key_id),
    nonce bytea not null constraint nonce_has_12_bytes check (octet_length(nonce) = 12),
    ciphertext bytea not null constraint ciphertext_has_a_tag check (octet_length(ciphertext) > 16),
    fingerprint text not null constraint fingerprint_is_short check (fingerprint ~ '^[0-9a-f]{8}$'),
    revision bigint not null default 1,
    created_at timestamptz not null default public.clock(),
    updated_at timestamptz not null default public.clock(),
    constraint name_is_1_to_128_characters check (char_length(name) between 1 and 128),
    constraint name_is_one_plain_line check (name !~ '[[:cntrl:]]' and name = btrim(name)),
    constraint ciphertext_is_at_most_64_kib check (octet_length(ciphertext) <= 65536 + 16),
    constraint names_are_unique unique (resource_id, name),
    constraint a_nonce_is_used_once_with_a_key unique (key_id, nonce)
);

comment on table popagent_secrets is 'Values that the agent may use and nobody may read here: AES-256-GCM.';
comment on column popagent_secrets.id is 'Id.';
comment on column popagent_secrets.resource_id is 'Owner.';
comment on column popagent_secrets.name is 'Name, exactly as it is asked for.';
comment on column popagent_secrets.key_id is 'Key that it is encrypted with.';
comment on column popagent_secrets.nonce is 'Random, once per encryption.';
comment on column popagent_secrets.ciphertext is 'The encrypted value with its tag; owner, name and key are authenticated with it.';
comment on column popagent_secrets.fingerprint is 'Eight digits of an HMAC of the value: the same value under the same key has the same.';
comment on column popagent_secrets.revision is 'Rises by one with each new value.';
comment on column popagent_secrets.created_at is 'When it was first stored.';
comment on column popagent_secrets.updated_at is 'When its value last changed.';
