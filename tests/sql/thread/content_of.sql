do $$
declare
    v_content jsonb;
    v_text jsonb;
    v_image jsonb;
begin
    assert thread.content_of('[{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]', 't', '{}') = '"a\n\nb"', 'without files it is a text';
    assert thread.content_of('[]', null, null) = '""', 'even an empty one';

    perform thread.open('t', 'chat', 'popagent-user');
    v_text := thread.attach_part('t', '{"type": "file", "data": "eHl6", "text": "xyz", "mediaType": "text/plain", "filename": "a.txt"}');
    v_image := thread.attach_part('t', '{"type": "file", "data": "eHl6", "mediaType": "image/png", "filename": "a.png"}');
    v_content := thread.content_of(
        jsonb_build_array(v_image, '{"type": "text", "text": "what?"}'::jsonb, v_text, '{"type": "text", "text": ""}'::jsonb, '{"type": "data-x"}'::jsonb),
        't', array[thread.attachment_id(v_image)]
    );
    assert jsonb_path_query_array(v_content, '$[*].type') = '["text", "image_url", "text", "text"]', 'each part in its place, empty ones left out: ' || v_content;
    assert v_content #>> '{2,text}' = 'what?', 'the question as it was asked';
    assert v_content #>> '{1,image_url,url}' = 'data:image/png;base64,eHl6', 'an image as its bytes';
    assert v_content #>> '{3,text}' like '%xyz%', 'a text file as its text';
end
$$;
