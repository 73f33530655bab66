do $$
declare
    v_hash bytea := sha256('token');
    v_mark bytea := sha256('key');
    v_login record;
begin
    set local popagent.now = '2026-03-01 12:00:00+00';
    perform door.attempt('10.0.0.1');
    perform door.attempt('10.0.0.2');
    select * into v_login from door.log_in(v_hash, v_mark, repeat('x', 900), '10.0.0.1') l;
    assert v_login.expires_at = timestamptz '2026-03-31 12:00:00+00', 'it holds for thirty days';
    assert (select array_agg(a.address) = array['10.0.0.2'] from popagent_login_attempts a), 'its network''s attempts are forgotten';
    assert (select char_length(g.browser) = 300 from popagent_logins g), 'a long name is cut';
    perform door.log_in(sha256('other'), sha256('new key'), '', '10.0.0.1');
    assert not exists (select from popagent_logins g where g.id = v_login.id), 'who knew another key is gone';
    for i in 1..120 loop
        perform door.log_in(sha256(i::text::bytea), v_mark, '', '10.0.0.1');
    end loop;
    assert (select count(*) = 100 from popagent_logins), 'a hundred are kept';
    assert door.login(sha256('120'), v_mark) is not null, 'the newest of them';
end
$$;
