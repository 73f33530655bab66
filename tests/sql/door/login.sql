do $$
declare
    v_id uuid;
begin
    set local popagent.now = '2026-03-01 12:00:00+00';
    select l.id into v_id from door.log_in(sha256('token'), sha256('key'), 'B', 'n') l;
    assert door.login(sha256('token'), sha256('key')) = v_id, 'its token is known';
    assert door.login(sha256('guess'), sha256('key')) is null, 'another is not';
    assert door.login(sha256('token'), sha256('new key')) is null, 'nor it, when the key changed';
    set local popagent.now = '2026-03-01 12:30:00+00';
    perform door.login(sha256('token'), sha256('key'));
    assert (select g.seen_at = timestamptz '2026-03-01 12:00:00+00' from popagent_logins g), 'to the hour';
    set local popagent.now = '2026-03-01 14:30:00+00';
    perform door.login(sha256('token'), sha256('key'));
    assert (select g.seen_at = public.clock() from popagent_logins g), 'it is noted that it was here';
    set local popagent.now = '2026-03-31 12:00:00+00';
    assert door.login(sha256('token'), sha256('key')) is null, 'after thirty days it has to log in again';
end
$$;
