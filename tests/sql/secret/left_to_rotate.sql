do $$
begin
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k')), ('00000000000000bb', sha256('l'));
    perform secret.store('me', 'a', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    perform secret.store('me', 'b', '00000000000000bb', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    assert (select array_agg(l.name) = array['a'] from secret.left_to_rotate('00000000000000bb') l), 'those of another key';
    assert not exists (select from secret.left_to_rotate('00000000000000bb', 0)), 'so many at once';
end
$$;
