do $$
begin
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k'));
    perform secret.store('popagent-user', 'n', '00000000000000aa', decode(repeat('01', 12), 'hex'), decode(repeat('00', 17), 'hex'), '12345678');
    assert (select count(*) = 1 from pg_trigger t where t.tgfoid = 'secret.ring'::regproc and not t.tgisinternal), 'what is stored rings';
end
$$;
