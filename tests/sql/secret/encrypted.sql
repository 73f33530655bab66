do $$
declare
    v_first uuid;
begin
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k'));
    perform secret.store('popagent-user', 'n' || n, '00000000000000aa', decode(lpad(to_hex(n), 24, '0'), 'hex'), decode(repeat('00', 17), 'hex'), '12345678')
    from generate_series(1, 3) n;
    select s.id into v_first from secret.encrypted(p_limit => 1) s;
    assert (select count(*) = 2 and bool_and(s.id > v_first) from secret.encrypted(v_first) s), 'page by page';
end
$$;
