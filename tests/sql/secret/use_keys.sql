do $$
declare
    v_a jsonb := jsonb_build_object('key_id', '00000000000000aa', 'check_value', repeat('a1', 32));
    v_b jsonb := jsonb_build_object('key_id', '00000000000000bb', 'check_value', repeat('b1', 32));
    v_false_a jsonb := jsonb_build_object('key_id', '00000000000000aa', 'check_value', repeat('cc', 32));
begin
    assert secret.use_keys(jsonb_build_array(v_a)) = 'ready', 'the first key is taken';
    assert secret.use_keys(jsonb_build_array(v_a)) = 'ready', 'and known again';
    assert secret.use_keys(jsonb_build_array(v_false_a)) = 'wrong', 'another that goes by its name is not';
    assert secret.use_keys(jsonb_build_array(v_b)) = 'ready', 'as long as nothing is encrypted another may come';
    perform secret.store('me', 'x', '00000000000000aa', '\x000000000000000000000001', decode(repeat('00', 17), 'hex'), '01234567');
    assert secret.use_keys(jsonb_build_array(v_b)) = 'wrong', 'then not without the old one';
    assert secret.use_keys(jsonb_build_array(v_b, v_false_a)) = 'wrong', 'a false one does not count';
    assert secret.use_keys(jsonb_build_array(v_b, v_a)) = 'ready', 'with it, while it changes';
    assert (select count(*) = 2 from popagent_secret_keys), 'both are known';
    perform secret.remove('me', 'x');
    assert secret.use_keys(jsonb_build_array(v_b)) = 'ready', 'and alone when nothing needs the old one';
end
$$;
