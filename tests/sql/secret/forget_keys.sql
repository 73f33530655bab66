do $$
begin
    insert into popagent_secret_keys (key_id, check_value)
    values ('00000000000000aa', sha256('k')), ('00000000000000bb', sha256('l')), ('00000000000000cc', sha256('m'));
    perform secret.store('me', 'a', '00000000000000bb', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    assert secret.forget_keys('00000000000000aa') = 1, 'one that encrypts nothing';
    assert (select array_agg(k.key_id order by k.key_id) = array['00000000000000aa', '00000000000000bb'] from popagent_secret_keys k), 'not what is in use or needed';
end
$$;
