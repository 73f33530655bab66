do $$
begin
    assert not secret.has_keys(), 'none yet';
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k'));
    assert secret.has_keys(), 'one was used';
end
$$;
