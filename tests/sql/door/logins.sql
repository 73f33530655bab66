do $$
begin
    set local popagent.now = '2026-03-01 12:00:00+00';
    perform door.log_in(sha256('a'), sha256('key'), 'A', 'n');
    set local popagent.now = '2026-03-01 15:00:00+00';
    perform door.log_in(sha256('b'), sha256('key'), 'B', 'n');
    assert (select array_agg(l.browser) = array['B', 'A'] from door.logins(sha256('key')) l), 'the last seen first';
    perform door.login(sha256('a'), sha256('key'));
    set local popagent.now = '2026-03-31 12:30:00+00';
    assert (select array_agg(l.browser) = array['B'] from door.logins(sha256('key')) l), 'those that still hold';
    assert not exists (select from door.logins(sha256('new key'))), 'with this key';
end
$$;
