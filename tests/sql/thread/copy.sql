do $$
declare
    v_turn uuid := gen_random_uuid();
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.open('all', 'chat', 'popagent-user');
    perform thread.open('some', 'chat', 'popagent-user');
    set local popagent.now = '2026-03-01 12:00+00';
    insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id, question_id, shown) values
        ('t', 1, 'q', 'user', '[{"type": "text", "text": "tea?"}]', '{}', v_turn, null, true),
        ('t', 2, 'a1', 'assistant', '[]', '{}', gen_random_uuid(), 'q', false),
        ('t', 3, 'a2', 'assistant', '[{"type": "text", "text": "yes"}]', '{"custom": {"model": "m"}}', v_turn, 'q', true),
        ('t', 4, 'q2', 'user', '[]', '{}', gen_random_uuid(), null, true);
    set local popagent.now = '2026-03-01 13:00+00';

    assert thread.copy('t', 'all') = 3, 'all that is shown';
    assert (
        select string_agg(m.position || m.id, ' ' order by m.position) = '1q 2a2 3q2'
        from popagent_messages m
        where m.thread_id = 'all'
    ), 'in its order, without gaps';
    assert (
        select (m.role, m.parts, m.metadata, m.execution_id, m.question_id, m.shown, m.created_at)
            = ('assistant', '[{"type": "text", "text": "yes"}]'::jsonb, '{"custom": {"model": "m"}}'::jsonb, v_turn, 'q', true, '2026-03-01 12:00+00'::timestamptz)
        from popagent_messages m
        where m.thread_id = 'all'
        and m.id = 'a2'
    ), 'each as it is, with its time';

    assert thread.copy('t', 'some', 3) = 2, 'up to a position';
    assert (select array_agg(m.id order by m.position) = array['q', 'a2'] from popagent_messages m where m.thread_id = 'some'), 'which is part of it';
    assert thread.copy('t', 'none', 0) = 0 and thread.copy('nowhere', 'none') = 0, 'nothing of nothing';
    assert (select count(*) = 4 from popagent_messages m where m.thread_id = 't'), 'the origin stays as it was';

    perform thread.append('t', 'q3', 'user', thread.attach('t', '[{"type": "file", "data": "eA==", "mediaType": "image/png", "filename": "a.png"}]'), '{}', gen_random_uuid());
    perform thread.open('files', 'chat', 'popagent-user');
    perform thread.copy('t', 'files');
    assert (
        select a.thread_id = 'files'
        from popagent_messages m
        join popagent_attachments a on a.id = thread.attachment_id(m.parts -> 0)
        where m.thread_id = 'files'
        and m.id = 'q3'
    ), 'a copy has files of its own';
end
$$;
