-- Whether secrets were ever in use here: then no new key may be made.
create function secret.has_keys()
returns boolean
language sql stable
as $$
select exists (select from public.popagent_secret_keys)
$$;
