do $$
begin
    set local popagent.now = '2026-01-01 12:00Z';
    perform thread.open('lost', 'chat', 'popagent-user');
    set local popagent.now = '2026-01-02 12:00Z';
    perform thread.append('lost', 'm', 'user', '[{"type": "text", "text": "Where is the key?"}]', '{}', gen_random_uuid());
    set local popagent.now = '2026-01-05 12:00Z';
    assert session.adopt_orphan('lost'), 'a session is made';
    assert (
        select (s.title, s.workspace_id, s.created_at, s.updated_at)
            = ('Where is the key?', 'default', '2026-01-01 12:00Z'::timestamptz, '2026-01-02 12:00Z'::timestamptz)
        from popagent_sessions s
        where s.id = 'lost'
    ), 'named by its question, and as old as it is';
    assert not session.adopt_orphan('lost'), 'once';
    perform thread.open('blank', 'chat', 'popagent-user');
    assert session.adopt_orphan('blank'), 'one that says nothing too';
    perform thread.open('task', 'task', 'popagent-user');
    assert not session.adopt_orphan('task'), 'a task is no chat';
    assert not session.adopt_orphan('nowhere');
end
$$;
