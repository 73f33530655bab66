do $$
declare
    v_hint text;
    v_case record;
begin
    insert into popagent_agent_workspaces values ('other', 'Other', 'other', false, 1, now(), now());
    perform session.open('s', '', 'other', '{"colour": "teal"}');
    perform session.patch('s', 1, p_title => 'Tea', p_pinned => true);
    perform session.save('s', 2, 'Tea', 'other', '{"colour": "teal"}', '{"trace": "up"}');
    insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id, question_id, shown) values
        ('s', 1, 'q', 'user', '[{"type": "text", "text": "tea?"}]', '{}', gen_random_uuid(), null, true),
        ('s', 2, 'a1', 'assistant', '[]', '{}', gen_random_uuid(), 'q', false),
        ('s', 3, 'a2', 'assistant', '[]', '{}', gen_random_uuid(), 'q', true),
        ('s', 4, 'q2', 'user', '[]', '{}', gen_random_uuid(), null, true);
    perform session.save_draft('s', 'mine');

    assert session.fork('s', 'whole'), 'a copy is made';
    assert (
        select (f.title, f.title_locked, f.title_generated, f.workspace_id, f.metadata, f.feedback, f.revision, f.forked_from, f.temporary)
            = ('Tea (fork)', false, true, 'other', '{}'::jsonb, '{}'::jsonb, 1::bigint, 's', false)
        and f.pinned_at is null
        from popagent_sessions f
        where f.id = 'whole'
    ), 'in the same workspace, with a title that no model replaces, without marks and metadata, naming its origin';
    assert (select array_agg(m.id order by m.position) = array['q', 'a2', 'q2'] from popagent_messages m where m.thread_id = 'whole'), 'all that is shown';
    assert (select p.draft = '' and p.origin_title = 'Tea' from session.page('whole') p), 'its box is empty';
    assert not session.fork('s', 'whole'), 'asked for twice it is made once';
    assert (select (s.title, s.revision) = ('Tea', 3::bigint) from popagent_sessions s where s.id = 's'), 'the origin is not written to';

    perform session.fork('s', 'through', p_message_id => 'a2');
    assert (select array_agg(m.id order by m.position) = array['q', 'a2'] from popagent_messages m where m.thread_id = 'through'), 'up to a message, which is part of it';
    perform session.fork('s', 'before', p_position => 4, p_before => true);
    assert (select array_agg(m.id order by m.position) = array['q', 'a2'] from popagent_messages m where m.thread_id = 'before'), 'up to what stands before a question';
    perform session.fork('s', 'anew', p_message_id => 'q', p_before => true);
    assert (
        select (f.title, f.title_generated, f.forked_from) = ('', false, 's')
        from popagent_sessions f
        where f.id = 'anew'
    ), 'what begins with the first question anew is named by it';
    perform session.fork('through', 'again');
    assert (select f.title = 'Tea (fork 4)' from popagent_sessions f where f.id = 'again'), 'a copy of a copy counts on';

    perform session.open('secret', 'Secret', null, p_temporary => true);
    perform session.fork('secret', 'secret2');
    assert (select f.temporary from popagent_sessions f where f.id = 'secret2'), 'a copy of what is temporary is temporary';

    for v_case in select * from (values
        ('nowhere', 'x', 'q', 'session_not_found'),
        ('s', 'x', 'a1', 'message_not_found'),
        ('s', 's', null, 'session_exists'),
        ('s', 'again', null, 'session_exists'),
        ('s', 'no id', null, 'invalid_id')
    ) c (id, new_id, message_id, hint)
    loop
        begin
            perform session.fork(v_case.id, v_case.new_id, v_case.message_id);
            assert false, format('this is refused: %s', v_case);
        exception when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = v_case.hint, v_hint;
        end;
    end loop;
    assert not exists (select from popagent_threads t where t.id = 'x'), 'and leaves nothing behind';
end
$$;
