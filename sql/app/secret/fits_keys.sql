-- Whether the secrets here can be read with the keys that a process has: ready or wrong. p_keys: id and check value in
-- hexadecimal of each, the active one first.
create function secret.fits_keys(p_keys jsonb)
returns text
language sql stable
as $$
select case when exists (
    select
    from public.popagent_secret_keys s
    left join jsonb_to_recordset(p_keys) as k (key_id text, check_value text)
        on k.key_id = s.key_id and decode(k.check_value, 'hex') = s.check_value
    where k.key_id is null
    and (s.key_id = p_keys #>> '{0,key_id}' or exists (select from public.popagent_secrets x where x.key_id = s.key_id))
) then 'wrong' else 'ready' end
$$;
