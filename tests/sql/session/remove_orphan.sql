do $$
begin
    perform thread.open('lost', 'chat', 'popagent-user');
    perform thread.append('lost', 'm', 'user', '[]', '{}', gen_random_uuid());
    assert not session.remove_orphan('lost', 0), 'one that changed since it was looked at stays';
    assert session.remove_orphan('lost', 1), 'else it goes';
    assert not exists (select from popagent_messages), 'with its messages';
    perform session.open('s', 'Title', null);
    assert not session.remove_orphan('s', 0), 'one with a session is no orphan';
    assert not session.remove_orphan('nowhere', 0);
end
$$;
