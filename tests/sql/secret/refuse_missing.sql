do $$
declare
    v_detail text;
begin
    begin
        perform secret.refuse_missing('me', 'x');
        assert false, 'what is not there is refused';
    exception when sqlstate 'PT404' then
        null;
    end;
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k'));
    perform secret.store('me', 'x', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    begin
        perform secret.refuse_missing('me', 'x');
        assert false, 'and what changed';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_detail = pg_exception_detail;
    end;
    assert v_detail::jsonb = '{"revision": 1}', 'with what it is now, and nothing of its value';
end
$$;
