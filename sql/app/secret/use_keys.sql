-- Whether the secrets here can be read with the keys that a process has: ready or wrong. The active key is noted when it
-- is new and nothing here needs another one than these; otherwise nothing is changed.
create function secret.use_keys(p_keys jsonb)
returns text
language plpgsql
as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('popagent secret keys', 0));
    if secret.fits_keys(p_keys) = 'wrong' then
        return 'wrong';
    end if;
    insert into public.popagent_secret_keys (key_id, check_value)
    values (p_keys #>> '{0,key_id}', decode(p_keys #>> '{0,check_value}', 'hex'))
    on conflict do nothing;
    return 'ready';
end
$$;
