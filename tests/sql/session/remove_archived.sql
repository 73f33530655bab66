do $$
begin
    perform session.open(i, i, null) from unnest(array['s', 'active']) i;
    update popagent_sessions set archived_at = clock() where id = 's';
    assert not session.remove_archived('s', 2), 'one that changed since it was looked at stays';
    assert not session.remove_archived('active', 1), 'so does one that is active';
    assert session.remove_archived('s', 1), 'else it goes';
    assert not exists (select from popagent_threads where id = 's'), 'with its thread';
    assert not session.remove_archived('s', 1);
end
$$;
