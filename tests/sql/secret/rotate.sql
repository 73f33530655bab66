do $$
declare
    v_left record;
begin
    insert into popagent_secret_keys (key_id, check_value) values ('00000000000000aa', sha256('k')), ('00000000000000bb', sha256('l'));
    perform secret.store('me', 'a', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    select * into strict v_left from secret.left_to_rotate('00000000000000bb');
    assert secret.rotate(v_left.id, 1, '00000000000000aa', '00000000000000bb', '\x000000000000000000000009', decode(repeat('02', 17), 'hex'), '00000000'), 'it is encrypted anew';
    assert (select (s.key_id, s.revision) = ('00000000000000bb', 1::bigint) from popagent_secrets s), 'with the same value';
    assert not secret.rotate(v_left.id, 1, '00000000000000aa', '00000000000000bb', '\x000000000000000000000008', decode(repeat('02', 17), 'hex'), '00000000'), 'once';
    assert not secret.rotate(v_left.id, 2, '00000000000000bb', '00000000000000aa', '\x000000000000000000000007', decode(repeat('02', 17), 'hex'), '00000000'), 'not over a newer value';
end
$$;
