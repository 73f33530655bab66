do $$
declare
    v_refused text;
begin
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k'));
    assert secret.store('me', 'api key', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567') = 1, 'it is stored';
    begin
        perform secret.store('me', 'api key', '00000000000000aa', '\x000000000000000000000002', decode(repeat('00', 17), 'hex'), '01234567');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_refused = pg_exception_hint;
    end;
    assert v_refused = 'secret_exists', 'a name once';
    assert secret.store('me', 'API key', '00000000000000aa', '\x000000000000000000000003', decode(repeat('00', 17), 'hex'), '01234567') = 1, 'exactly';
    assert secret.store('you', 'api key', '00000000000000aa', '\x000000000000000000000004', decode(repeat('00', 17), 'hex'), '01234567') = 1, 'for each owner';
    begin
        perform secret.store('me', e'two\nlines', '00000000000000aa', '\x000000000000000000000005', decode(repeat('00', 17), 'hex'), '01234567');
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_refused = pg_exception_hint;
    end;
    assert v_refused = 'invalid_name', 'a name is one plain line';
    begin
        perform secret.store('me', 'other', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
        assert false, 'a nonce is never used twice with a key';
    exception when unique_violation then
        null;
    end;
end
$$;
