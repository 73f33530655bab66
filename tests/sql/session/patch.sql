do $$
declare
    v_hint text;
begin
    set local popagent.now = '2026-03-01 12:00+00';
    perform session.open('s', 'Automatic', null);
    perform thread.append('s', 'm', 'user', '[{"type": "text", "text": "What is tea?"}]', '{}', gen_random_uuid());

    assert session.patch('s', 1, p_title => 'Mine') = 2, 'the new revision';
    assert (select (s.title, s.title_locked) = ('Mine', true) from popagent_sessions s where s.id = 's'), 'a rename locks the title';

    assert session.patch('s', 2, p_archived => true) = 3, 'archiving is a write';
    assert (
        select (s.title, s.title_locked, s.archived_at) = ('Mine', true, '2026-03-01 12:00+00'::timestamptz)
        from popagent_sessions s
        where s.id = 's'
    ), 'it notes when, and leaves the title';

    set local popagent.now = '2026-03-01 13:00+00';
    perform session.patch('s', 3, p_archived => true);
    assert (select s.archived_at = '2026-03-01 12:00+00' from popagent_sessions s where s.id = 's'), 'archiving again keeps the first time';

    assert session.patch('s', 4, p_title => '', p_archived => false) = 5, 'two changes are one write';
    assert (
        select (s.title, s.title_locked, s.archived_at is null) = ('What is tea?', false, true)
        from popagent_sessions s
        where s.id = 's'
    ), 'an empty title unlocks: the first message names the session again';

    perform session.open('t', 'Named', null);
    perform session.patch('t', 1, p_title => '');
    assert (select (s.title, s.title_locked) = ('', false) from popagent_sessions s where s.id = 't'), 'without a message it has no title yet';

    begin
        perform session.patch('s', 4, p_title => 'Stale');
        assert false, 'a stale rename is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'revision_conflict', v_hint;
    end;
    begin
        perform session.patch('nowhere', 1, p_title => 'x');
        assert false, 'what does not exist is refused';
    exception when sqlstate 'PT404' then
        null;
    end;
    assert (select s.title = 'What is tea?' from popagent_sessions s where s.id = 's'), 'a refused rename changes nothing';

    update popagent_sessions set title_generated = true where id = 's';
    perform session.patch('s', 5, p_archived => true);
    assert (select s.title_generated from popagent_sessions s where s.id = 's'), 'a title that a model gave stays its title';
    perform session.patch('s', 6, p_title => '');
    assert (select not s.title_generated from popagent_sessions s where s.id = 's'), 'a cleared one may be given anew';

    set local popagent.now = '2026-03-01 14:00+00';
    assert session.patch('s', null, p_pinned => true) = 7, 'a pin needs no revision and makes none';
    assert (
        select (s.pinned_at, s.updated_at, s.revision) = ('2026-03-01 14:00+00'::timestamptz, '2026-03-01 13:00+00'::timestamptz, 7::bigint)
        from popagent_sessions s
        where s.id = 's'
    ), 'it notes when, and is no change';
    set local popagent.now = '2026-03-01 15:00+00';
    perform session.patch('s', null, p_pinned => true);
    assert (select s.pinned_at = '2026-03-01 14:00+00' from popagent_sessions s where s.id = 's'), 'pinning again keeps the first time';
    assert (select s.archived_at = '2026-03-01 13:00+00' from popagent_sessions s where s.id = 's'), 'and leaves the rest';
    perform session.patch('s', null, p_pinned => false);
    assert (select s.pinned_at is null from popagent_sessions s where s.id = 's'), 'and can be undone';
    begin
        perform session.patch('s', 6, p_pinned => true);
        assert false, 'whoever names a revision has it compared';
    exception when sqlstate 'PT409' then
        null;
    end;

    perform session.open('secret', '', null, p_temporary => true);
    perform session.patch('secret', 1, p_title => 'Mine', p_archived => false, p_pinned => false);
    for v_hint in select unnest(array['pin', 'archive'])
    loop
        begin
            perform session.patch('secret', 2, p_archived => v_hint = 'archive', p_pinned => v_hint = 'pin');
            assert false, 'a temporary one cannot be kept: ' || v_hint;
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = 'temporary_session', v_hint;
        end;
    end loop;
end
$$;
