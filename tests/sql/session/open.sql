do $$
declare
    v_hint text;
    v_id text;
begin
    set local popagent.now = '2026-03-01 12:00+00';
    insert into popagent_agent_workspaces values ('other', 'Other', 'other', false, 1, now(), now());

    assert session.open('s', 'Title', null), 'a new session is made';
    assert (
        select (s.title, s.title_locked, s.workspace_id, s.metadata, s.feedback, s.revision, s.archived_at is null)
            = ('Title', false, 'default', '{}'::jsonb, '{}'::jsonb, 1::bigint, true)
        and s.created_at = '2026-03-01 12:00+00'
        and s.updated_at = '2026-03-01 12:00+00'
        from popagent_sessions s
        where s.id = 's'
    ), 'active, in the default workspace, at revision 1';
    assert (
        select (t.kind, t.resource_id) = ('chat', 'popagent-user')
        from popagent_threads t
        where t.id = 's'
    ), 'its thread is a chat of the owner';

    assert not session.open('s', 'Another', 'other', '{"a": 1}'), 'one that exists is not made again';
    assert (select (s.title, s.workspace_id, s.metadata) = ('Title', 'default', '{}'::jsonb) from popagent_sessions s where s.id = 's'), 'and stays as it was';

    perform session.open('t', '', 'other', '{"colour": "red"}');
    assert (select (s.title, s.workspace_id, s.metadata) = ('', 'other', '{"colour": "red"}'::jsonb) from popagent_sessions s where s.id = 't'), 'workspace and metadata are kept';
    perform session.open(repeat('x', 64), '', null);
    assert not (select s.temporary from popagent_sessions s where s.id = 't'), 'one is not temporary';
    perform session.open('secret', '', null, p_temporary => true);
    assert (select s.temporary from popagent_sessions s where s.id = 'secret'), 'unless it is asked for';

    perform thread.open('a-task', 'task', 'popagent-user');
    begin
        perform session.open('a-task', '', null);
        assert false, 'the id of a task''s thread is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'id_taken', v_hint;
    end;
    assert not exists (select from popagent_sessions s where s.id = 'a-task'), 'and is not made a session';
    perform thread.open('orphan', 'chat', 'popagent-user');
    assert session.open('orphan', '', null), 'a chat''s thread without a session gets one';

    foreach v_id in array array['', 'a b', 'a/b', 'ä', e'a\n', repeat('x', 65)]
    loop
        begin
            perform session.open(v_id, '', null);
            assert false, 'this is no id: ' || v_id;
        exception when sqlstate 'PT400' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = 'invalid_id', v_hint;
        end;
    end loop;

    begin
        perform session.open('u', '', 'nowhere');
        assert false, 'an unknown workspace is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'unknown_workspace', v_hint;
    end;
    assert not exists (select from popagent_threads where id = 'u'), 'and leaves no thread behind';
end
$$;
