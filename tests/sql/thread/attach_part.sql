do $$
declare
    v_part jsonb;
    v_id text;
    v_hint text;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.open('u', 'chat', 'popagent-user');
    select s.id into v_id from thread.store_attachment('a.png', 'image/png', 'png', null) s;
    v_part := thread.attach_part('t', jsonb_build_object(
        'type', 'file', 'url', '/api/attachments/' || v_id, 'mediaType', 'text/html', 'filename', 'evil.html', 'more', true
    ));
    assert v_part = jsonb_build_object(
        'type', 'file', 'url', '/api/attachments/' || v_id, 'mediaType', 'image/png', 'filename', 'a.png'
    ), 'what was stored is told, not what a client says: ' || v_part;
    assert (select a.thread_id from popagent_attachments a where a.id = v_id) = 't', 'the thread has it';

    for v_part in
        select jsonb_build_object('type', 'file', 'url', x.url)
        from unnest(array['/api/attachments/' || v_id, '/api/attachments/unknown', 'https://example.org/a.png', '']) x (url)
    loop
        begin
            perform thread.attach_part('u', v_part);
            assert false, 'another thread''s and unknown ones are refused: ' || v_part;
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = 'unknown_attachment', v_hint;
        end;
    end loop;

    v_part := thread.attach_part('u', jsonb_build_object(
        'type', 'file', 'data', encode('\x00ff', 'base64'), 'mediaType', 'image/gif', 'filename', 'x/y.gif'
    ));
    assert (
        select (a.thread_id, a.name, a.content) = ('u'::text, 'y.gif'::text, '\x00ff'::bytea)
        from popagent_attachments a
        where a.id = thread.attachment_id(v_part)
    ), 'a file that comes along is stored: ' || v_part;
    assert not v_part ? 'data', 'and does not stay in the message';

    -- The same bytes, uploaded again under the same name.
    select s.id into v_id from thread.store_attachment('y.gif', 'image/gif', '\x00ff', null) s;
    assert thread.attach_part('u', jsonb_build_object('type', 'file', 'url', '/api/attachments/' || v_id)) = v_part, 'are the file that is there';
    assert (select a.thread_id is null from popagent_attachments a where a.id = v_id), 'and the second upload is left to be swept';
end
$$;
