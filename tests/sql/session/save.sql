do $$
declare
    v_hint text;
begin
    insert into popagent_agent_workspaces values ('other', 'Other', 'other', false, 1, now(), now());
    perform session.open('s', 'Title', null);

    assert session.save('s', 1, 'New', 'other', '{"a": 1}', '{"trace": "up"}') = 2, 'the new revision';
    assert (
        select (s.title, s.workspace_id, s.metadata, s.feedback, s.title_locked) = ('New', 'other', '{"a": 1}'::jsonb, '{"trace": "up"}'::jsonb, false)
        from popagent_sessions s
        where s.id = 's'
    ), 'all of it is stored, and a title that is only saved is not locked';

    perform session.patch('s', 2, p_title => 'Mine');
    assert session.save('s', 3, 'Client''s', null, '{}', '{}') = 4, 'a save goes through';
    assert (
        select (s.title, s.workspace_id, s.metadata, s.feedback) = ('Mine', 'default', '{}'::jsonb, '{}'::jsonb)
        from popagent_sessions s
        where s.id = 's'
    ), 'but a locked title stays as its owner named it; no workspace means the default';

    begin
        perform session.save('s', 3, 'Stale', null, '{"stale": true}', '{}');
        assert false, 'a stale save is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'revision_conflict', v_hint;
    end;
    begin
        perform session.save('s', 4, 'Lost', 'nowhere', '{}', '{}');
        assert false, 'an unknown workspace is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'unknown_workspace', v_hint;
    end;
    begin
        perform session.save('nowhere', 1, '', null, '{}', '{}');
        assert false, 'what does not exist is refused';
    exception when sqlstate 'PT404' then
        null;
    end;
    assert (select (s.title, s.revision) = ('Mine', 4::bigint) from popagent_sessions s where s.id = 's'), 'a refused save changes nothing';
end
$$;
