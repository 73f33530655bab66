do $$
declare
    v_first jsonb;
    v_second jsonb;
begin
    set local popagent.now = '2026-03-01 12:00+00';
    perform thread.open('t', 'chat', 'popagent-user');
    v_first := thread.attach_part('t', '{"type": "file", "data": "eA==", "text": "x", "mediaType": "text/plain", "filename": "a.txt"}');
    v_second := thread.attach_part('t', '{"type": "file", "data": "eA==", "text": "x", "mediaType": "text/plain", "filename": "b.txt"}');
    perform thread.append('t', 'q1', 'user', jsonb_build_array(v_first), '{}', gen_random_uuid());

    set local popagent.now = '2026-03-05 12:00+00';
    perform thread.detach('t', jsonb_build_array('{"type": "text", "text": "a"}'::jsonb, v_first, v_second));
    assert (select a.thread_id = 't' from popagent_attachments a where a.name = 'a.txt'), 'what a message names stays';
    assert (
        select a.thread_id is null and a.created_at = clock() from popagent_attachments a where a.name = 'b.txt'
    ), 'the other is let go, and has a day from now';
    assert thread.attach_part('t', v_second) = v_second, 'it may be attached again';
    perform thread.detach('u', jsonb_build_array(v_second));
    assert (select count(*) = 2 from popagent_attachments a where a.thread_id = 't'), 'another thread''s is left alone';
end
$$;
