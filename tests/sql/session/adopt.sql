do $$
declare
    v_hint text;
begin
    set local popagent.now = '2026-03-01 12:00+00';
    insert into popagent_agent_workspaces values ('other', 'Other', 'other', false, 1, now(), now());

    perform session.adopt('new', 'other', 'What is tea?');
    assert (
        select (s.title, s.workspace_id, s.revision) = ('What is tea?', 'other', 1::bigint)
        from popagent_sessions s
        where s.id = 'new'
    ), 'a new session is made and named by the question';

    set local popagent.now = '2026-03-01 13:00+00';
    perform session.adopt('new', null, 'And coffee?');
    assert (
        select (s.title, s.workspace_id, s.revision, s.updated_at) = ('What is tea?', 'other', 1::bigint, '2026-03-01 12:00+00'::timestamptz)
        from popagent_sessions s
        where s.id = 'new'
    ), 'a later question renames nothing, moves nothing and is no write';

    perform session.adopt('new', 'default', 'And coffee?');
    assert (
        select (s.title, s.workspace_id, s.revision, s.updated_at) = ('What is tea?', 'default', 2::bigint, '2026-03-01 13:00+00'::timestamptz)
        from popagent_sessions s
        where s.id = 'new'
    ), 'the workspace of a turn becomes the session''s: a write that counts';

    perform session.open('empty', '', null);
    perform session.adopt('empty', null, 'What is tea?');
    assert (
        select (s.title, s.title_locked, s.revision) = ('What is tea?', false, 2::bigint)
        from popagent_sessions s
        where s.id = 'empty'
    ), 'a session without a title gets one: a write that counts';

    perform session.open('locked', 'Mine', null);
    perform session.patch('locked', 1, p_title => 'Mine');
    perform session.adopt('locked', null, 'What is tea?');
    assert (select (s.title, s.revision) = ('Mine', 2::bigint) from popagent_sessions s where s.id = 'locked'), 'a title of the owner''s stays';

    begin
        perform session.adopt('new', 'nowhere', 'What is tea?');
        assert false, 'an unknown workspace is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'unknown_workspace', v_hint;
    end;

    update popagent_agent_workspaces set is_default = false;
    perform session.adopt('new', null, 'What is tea?');
    assert (select s.workspace_id = 'default' from popagent_sessions s where s.id = 'new'), 'a session that has a workspace needs no default';
end
$$;
