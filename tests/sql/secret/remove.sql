do $$
begin
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k'));
    perform secret.store('me', 'x', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    begin
        perform secret.remove('me', 'x', 2);
        assert false, 'another value than was seen stays';
    exception when sqlstate 'PT409' then
        null;
    end;
    perform secret.remove('me', 'x', 1);
    assert not exists (select from popagent_secrets), 'gone';
    begin
        perform secret.remove('me', 'x');
        assert false, 'once';
    exception when sqlstate 'PT404' then
        null;
    end;
end
$$;
