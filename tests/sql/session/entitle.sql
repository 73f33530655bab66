do $$
begin
    assert not session.entitle('nowhere', 'Tea'), 'what was deleted has no title';
    perform session.open('s', 'what do I drink', null);
    perform session.open('t', 'other', null);
    perform thread.append('s', 'm', 'user', '[{"type": "text", "text": "what do I drink"}]', '{}', gen_random_uuid());
    perform thread.append('t', 'm', 'user', '[{"type": "text", "text": "other"}]', '{}', gen_random_uuid());
    assert not session.entitle('s', '  '), 'nothing is no title';
    assert (select (s.title, s.title_generated, s.revision) = ('what do I drink', false, 1::bigint) from popagent_sessions s where s.id = 's'), 'and changes nothing';

    assert session.entitle('s', '"Tea in the **morning**."'), 'a model''s title is given';
    assert (
        select (s.title, s.title_locked, s.title_generated, s.revision) = ('Tea in the morning', false, true, 2::bigint)
        from popagent_sessions s
        where s.id = 's'
    ), 'tidied, as a write to the session, and not as its owner''s choice';
    assert (select s.title = 'other' from popagent_sessions s where s.id = 't'), 'to no other session';
    assert not session.entitle('s', 'Coffee'), 'once';

    perform session.patch('s', 2, p_title => 'Mine');
    assert not session.entitle('s', 'Coffee'), 'never over its owner''s choice';
    assert (select s.title = 'Mine' from popagent_sessions s where s.id = 's'), 'which stays';
    perform session.patch('s', 3, p_title => '');
    assert session.entitle('s', 'Coffee'), 'until they clear it';

    assert session.entitle('t', 'other'), 'a title that it has by chance';
    assert (select (s.title_generated, s.revision) = (true, 1::bigint) from popagent_sessions s where s.id = 't'), 'is a model''s then, and no change';
end
$$;
