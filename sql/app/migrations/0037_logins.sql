-- Who is let in: browsers that logged in with the key, and attempts to. Neither the key nor a token is stored.

create table popagent_logins (
    id uuid primary key default gen_random_uuid(),
    token_sha256 bytea not null unique constraint token_is_hashed check (octet_length(token_sha256) = 32),
    key_mark bytea not null constraint key_is_marked check (octet_length(key_mark) = 32),
    browser text not null constraint browser_is_short check (char_length(browser) <= 300),
    created_at timestamptz not null default public.clock(),
    seen_at timestamptz not null default public.clock(),
    expires_at timestamptz not null,
    constraint logins_end_after_they_began check (expires_at > created_at)
);

comment on table popagent_logins is 'Browsers that logged in.';
comment on column popagent_logins.id is 'Id.';
comment on column popagent_logins.token_sha256 is 'SHA-256 of the token that the browser keeps in its cookie.';
comment on column popagent_logins.key_mark is 'What the key was when it logged in, as an HMAC: a changed key ends every login.';
comment on column popagent_logins.browser is 'What it calls itself.';
comment on column popagent_logins.created_at is 'When it logged in.';
comment on column popagent_logins.seen_at is 'When it was last here, to the hour.';
comment on column popagent_logins.expires_at is 'When it has to log in again.';

create table popagent_login_attempts (
    id bigint generated always as identity primary key,
    address text not null,
    attempted_at timestamptz not null default public.clock()
);

create index popagent_login_attempts_address_idx on popagent_login_attempts (address, attempted_at);
create index popagent_login_attempts_attempted_at_idx on popagent_login_attempts (attempted_at);

comment on table popagent_login_attempts is 'Attempts to log in that have not succeeded, of the last minutes.';
comment on column popagent_login_attempts.id is 'Number.';
comment on column popagent_login_attempts.address is 'Network that it came from.';
comment on column popagent_login_attempts.attempted_at is 'When.';
