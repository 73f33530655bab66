do $$
declare
    v_id text;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.open('u', 'chat', 'popagent-user');
    select s.id into v_id from thread.store_attachment('a.png', 'image/png', 'x', null, 't') s;
    perform thread.append('t', 'q1', 'user', thread.attach('t', jsonb_build_array(jsonb_build_object('type', 'file', 'url', '/api/attachments/' || v_id))), '{}', gen_random_uuid());
    perform thread.append('t', 'q2', 'user', '[{"type": "text", "text": "later"}]', '{}', gen_random_uuid());
    insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id, created_at)
    select 'u', m.position, m.id, m.role, m.parts, m.metadata, m.execution_id, m.created_at
    from popagent_messages m
    where m.thread_id = 't';

    perform thread.copy_attachments('t', 'u');
    assert (
        select a.thread_id = 'u' and a.content = 'x'
        from popagent_messages m
        join popagent_attachments a on a.id = thread.attachment_id(m.parts -> 0)
        where m.thread_id = 'u'
        and m.id = 'q1'
    ), 'the copy''s message names a file of its own';
    assert (select thread.attachment_id(m.parts -> 0) = v_id from popagent_messages m where m.thread_id = 't' and m.id = 'q1'), 'the original names its own';
    perform thread.remove('t');
    assert (select count(*) = 1 from popagent_attachments), 'either may go without the other';
    perform thread.copy_attachments('t', 'u');
    assert (select count(*) = 1 from popagent_attachments), 'where there is nothing to copy, nothing happens';
end
$$;
