do $$
begin
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k'));
    perform secret.store('me', 'b', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    perform secret.store('me', 'a', '00000000000000aa', '\x000000000000000000000002', decode(repeat('00', 17), 'hex'), '89abcdef');
    assert (select array_agg(n.name || ' ' || n.fingerprint) = array['a 89abcdef', 'b 01234567'] from secret.names('me') n), 'by name';
    assert not exists (select from secret.names('you')), 'of one owner';
end
$$;
