do $$
begin
    set local popagent.now = '2026-03-01 12:00+00';
    perform session.open('s', '', null);
    perform session.open('t', '', null);
    set local popagent.now = '2026-03-01 13:00+00';
    assert session.bump('s') = 2, 'a write counts';
    assert session.bump('s') = 3, 'each one';
    assert (select (s.revision, s.updated_at) = (3::bigint, '2026-03-01 13:00+00'::timestamptz) from popagent_sessions s where s.id = 's'), 'and is the last change';
    assert (select s.revision = 1 from popagent_sessions s where s.id = 't'), 'other sessions stay';
    assert session.bump('nowhere') is null, 'nothing when there is none';
end
$$;
