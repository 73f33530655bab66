do $$
declare
    v_names text;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.append('t', 'q1', 'user', thread.attach('t', '[
        {"type": "file", "data": "eA==", "text": "x", "mediaType": "text/plain", "filename": "b.txt"},
        {"type": "text", "text": "see"},
        {"type": "file", "data": "eA==", "mediaType": "image/png", "filename": "a.png"}
    ]'), '{}', gen_random_uuid());
    select string_agg(l.name || ' ' || l.media_type || ' ' || l.size_bytes, ', ' order by l.n) into v_names
    from thread.lend_files('t', 'q1', null) with ordinality l (id, name, media_type, size_bytes, n);
    assert v_names = 'b.txt text/plain 1, a.png image/png 1', 'copies of a message''s files, in their order: ' || v_names;
    assert (select count(*) filter (where a.thread_id is null) = 2 and count(*) = 4 from popagent_attachments a), 'which are no thread''s yet';
    assert (select count(*) = 2 from thread.lend_files('t', null, 1)), 'a message may be named by its position';
    assert not exists (select from thread.lend_files('t', 'nothing', 7)), 'of none there are none';
    assert not exists (select from thread.lend_files('u', 'q1', null)), 'nor of another thread''s';
end
$$;
