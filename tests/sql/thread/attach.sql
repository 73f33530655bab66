do $$
declare
    v_parts jsonb;
    v_hint text;
    v_id text := (select s.id from thread.store_attachment('a.txt', 'text/plain', 'x', 'x') s);
begin
    perform thread.open('t', 'chat', 'popagent-user');
    assert thread.attach('t', '[]') = '[]', 'no parts stay no parts';
    v_parts := '[{"type": "text", "text": "a"}, {"type": "text", "text": "a"}]';
    assert thread.attach('t', v_parts) = v_parts, 'text is left as it is, even when it is said twice';

    v_parts := thread.attach('t', jsonb_build_array(
        jsonb_build_object('type', 'text', 'text', 'see'),
        jsonb_build_object('type', 'file', 'url', '/api/attachments/' || v_id),
        jsonb_build_object('type', 'file', 'data', encode('y', 'base64'), 'text', 'y', 'mediaType', 'text/plain', 'filename', 'b.txt'),
        jsonb_build_object('type', 'file', 'url', '/api/attachments/' || v_id),
        jsonb_build_object('type', 'file', 'data', encode('x', 'base64'), 'text', 'x', 'mediaType', 'text/plain', 'filename', 'a.txt')
    ));
    assert jsonb_path_query_array(v_parts, '$[*].filename') = '["a.txt", "b.txt"]', 'files stay in their order, each once: ' || v_parts;
    assert (select count(*) = 2 and bool_and(a.thread_id = 't') from popagent_attachments a), 'and are the thread''s';
    assert thread.attach('t', v_parts) = v_parts, 'to attach them again changes nothing';

    begin
        perform thread.attach('t', (select jsonb_agg(jsonb_build_object('type', 'file', 'data', '', 'filename', n::text)) from generate_series(1, 11) n));
        assert false, 'eleven files are refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'too_many_files', v_hint;
    end;
end
$$;
