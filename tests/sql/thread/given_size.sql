do $$
declare
    v_parts jsonb := '[{"type": "text", "text": "see"}]';
    v_text jsonb;
    v_image jsonb;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    assert thread.given_size('t', v_parts) = length(v_parts::text), 'a message without files takes its parts';
    assert thread.given_size('t', '[]') = 2, 'as does an empty one';
    v_text := thread.attach_part('t', jsonb_build_object('type', 'file', 'data', encode('abc', 'base64'), 'text', 'abc', 'mediaType', 'text/plain', 'filename', 'a.txt'));
    v_image := thread.attach_part('t', jsonb_build_object('type', 'file', 'data', encode('abc', 'base64'), 'mediaType', 'image/png', 'filename', 'a.png'));
    v_parts := v_parts || v_text || v_image;
    assert thread.given_size('t', v_parts) = length(v_parts::text) + 3, 'a text file counts, an image does not';
    assert thread.given_size('u', v_parts) = length(v_parts::text), 'nor does a file of another thread';
    perform thread.store_attachment('b.txt', 'text/plain', convert_to(repeat('x', 500000), 'UTF8'), repeat('x', 500000), 't');
    v_parts := jsonb_build_array(jsonb_build_object(
        'type', 'file', 'url', '/api/attachments/' || (select a.id from popagent_attachments a where a.name = 'b.txt')
    ));
    assert thread.given_size('t', v_parts) = length(v_parts::text) + 100000, 'a long one takes what is given of it';
end
$$;
