do $$
declare
    v_a jsonb := jsonb_build_object('key_id', '00000000000000aa', 'check_value', repeat('a1', 32));
    v_b jsonb := jsonb_build_object('key_id', '00000000000000bb', 'check_value', repeat('b1', 32));
begin
    assert secret.fits_keys(jsonb_build_array(v_a)) = 'ready', 'where there is nothing any key fits';
    assert not secret.has_keys(), 'and looking notes nothing';
    perform secret.use_keys(jsonb_build_array(v_a));
    perform secret.store('me', 'x', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    assert secret.fits_keys(jsonb_build_array(v_b)) = 'wrong', 'another key does not';
    assert secret.fits_keys(jsonb_build_array(v_b, v_a)) = 'ready', 'unless the old one comes along';
end
$$;
