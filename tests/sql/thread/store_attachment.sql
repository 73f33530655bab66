do $$
declare
    v_file record;
    v_again record;
begin
    select * into v_file from thread.store_attachment('a/notes.txt', 'text/plain', 'ab', 'ab');
    assert (v_file.name, v_file.media_type, v_file.size_bytes) = ('notes.txt'::text, 'text/plain'::text, 2), 'what was stored is told';
    assert (
        select a.thread_id is null and a.sha256 = sha256('ab') and a.content = 'ab' and a.text_content = 'ab'
        from popagent_attachments a
        where a.id = v_file.id
    ), 'bytes, their hash and their text are kept, for no thread yet';
    select * into v_again from thread.store_attachment('a/notes.txt', 'text/plain', 'ab', 'ab');
    assert v_again.id <> v_file.id, 'of what is not sent nothing is taken for the same';

    perform thread.store_attachment('long.txt', 'text/plain', convert_to(repeat('é', 100001), 'UTF8'), repeat('é', 100001));
    assert (
        select char_length(a.text_content) = 100000 and a.text_content like '%é … [truncated]' and a.size_bytes = 200002
        from popagent_attachments a
        where a.name = 'long.txt'
    ), 'a long text is kept whole as bytes, and cut with a mark for the model';

    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.open('u', 'chat', 'popagent-user');
    select * into v_file from thread.store_attachment('p.png', 'image/png', 'png', null, 't');
    assert (select a.thread_id = 't' and a.text_content is null from popagent_attachments a where a.id = v_file.id), 'a thread''s image has no text';
    select * into v_again from thread.store_attachment('p.png', 'image/png', 'png', null, 't');
    assert v_again = v_file, 'the same bytes under the same name are stored once in a thread';
    select * into v_again from thread.store_attachment('q.png', 'image/png', 'png', null, 't');
    assert v_again.id <> v_file.id, 'under another name they are another file';
    select * into v_again from thread.store_attachment('p.png', 'image/png', 'png', null, 'u');
    assert v_again.id <> v_file.id, 'and so they are in another thread';
end
$$;
