do $$
declare
    v_id text;
    v_parts jsonb;
    v_copied jsonb;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.open('u', 'chat', 'popagent-user');
    select s.id into v_id from thread.store_attachment('a.txt', 'text/plain', 'x', 'x', 't') s;
    v_parts := thread.attach('t', jsonb_build_array(
        jsonb_build_object('type', 'text', 'text', 'see'),
        jsonb_build_object('type', 'file', 'url', '/api/attachments/' || v_id)
    ));
    v_copied := thread.copy_files('t', 'u', v_parts);
    assert v_copied -> 0 = v_parts -> 0, 'text stays';
    assert v_copied -> 1 = (v_parts -> 1) || jsonb_build_object('url', v_copied #> '{1,url}'), 'a file differs in its address alone';
    assert (
        select (a.thread_id, a.name, a.content, a.text_content) = ('u'::text, 'a.txt'::text, 'x'::bytea, 'x'::text)
        from popagent_attachments a
        where a.id = thread.attachment_id(v_copied -> 1)
    ), 'under which the other thread has a copy';
    assert (select a.thread_id from popagent_attachments a where a.id = v_id) = 't', 'of what stays where it was';
    assert thread.copy_files('t', 'u', v_parts) = v_copied, 'copied again it is the same';
    assert thread.copy_files('u', 't', v_parts) = v_parts, 'a file of neither is left as it is';
    assert thread.copy_files('t', 'u', '[]') = '[]', 'no parts stay no parts';
end
$$;
