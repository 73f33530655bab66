do $$
begin
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k'));
    perform secret.store('me', 'x', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    assert (select (l.key_id, l.nonce, octet_length(l.ciphertext), l.revision) = ('00000000000000aa', '\x000000000000000000000001'::bytea, 17, 1::bigint) from secret.load('me', 'x') l), 'as it is stored';
    begin
        perform secret.load('you', 'x');
        assert false, 'of its owner alone';
    exception when sqlstate 'PT404' then
        null;
    end;
end
$$;
