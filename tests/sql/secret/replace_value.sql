do $$
declare
    v_refused text;
begin
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k'));
    begin
        perform secret.replace_value('me', 'x', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_refused = pg_exception_hint;
    end;
    assert v_refused = 'secret_not_found', 'what is not there has no other value';
    perform secret.store('me', 'x', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    assert secret.replace_value('me', 'x', '00000000000000aa', '\x000000000000000000000002', decode(repeat('01', 18), 'hex'), '89abcdef') = 2, 'it has';
    assert (select (l.nonce, l.ciphertext) = ('\x000000000000000000000002'::bytea, decode(repeat('01', 18), 'hex')) from secret.load('me', 'x') l), 'the new one';
    begin
        perform secret.replace_value('me', 'x', '00000000000000aa', '\x000000000000000000000003', decode(repeat('01', 18), 'hex'), '89abcdef', 1);
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_refused = pg_exception_hint;
    end;
    assert v_refused = 'revision_conflict', 'who saw an old one is told';
end
$$;
