do $$
begin
    assert not session.wants_title('s'), 'what does not exist needs no name';
    perform session.open('s', 'first words', null);
    perform session.open('t', '', null, '{}', true);
    perform session.open('u', '', null);
    assert not session.wants_title('s'), 'it was made with a name';
    perform thread.append('s', 'm', 'user', '[{"type": "text", "text": "first words"}]', '{}', gen_random_uuid());
    assert session.wants_title('s'), 'the first words of a question are none';
    assert session.wants_title('u'), 'nor is nothing';
    assert not session.wants_title('t'), 'a temporary session is not listed';
    perform session.patch('s', 1, p_title => 'Mine');
    assert not session.wants_title('s'), 'its owner named it';
    perform session.patch('s', 2, p_title => '');
    assert session.wants_title('s'), 'and took the name back';
    perform session.entitle('s', 'Theirs');
    assert not session.wants_title('s'), 'a model named it';
    perform session.patch('s', (select revision from popagent_sessions where id = 's'), p_title => '');
    assert session.wants_title('s'), 'its owner did not like the name';
end
$$;
