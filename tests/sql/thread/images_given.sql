do $$
declare
    v_given text;
    v_parts jsonb;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    assert not exists (select from thread.images_given('t', 1)), 'none when there is none';
    for i in 1..5 loop
        select jsonb_agg(thread.attach_part('t', jsonb_build_object(
            'type', 'file', 'data', encode(convert_to(repeat('x', 100), 'UTF8'), 'base64'), 'mediaType', 'image/png', 'filename', i || name
        )))
        into v_parts
        from unnest(array['a', 'b']) name;
        perform thread.append('t', 'q' || i, 'user', v_parts, '{}', gen_random_uuid());
    end loop;
    -- Named again: given with the newest message that names it.
    perform thread.append('t', 'q6', 'user', jsonb_build_array(v_parts -> 0), '{}', gen_random_uuid());
    perform thread.append('t', 'q7', 'user', jsonb_build_array(thread.attach_part('t', '{"type": "file", "data": "eA==", "text": "x", "mediaType": "text/plain", "filename": "t.txt"}')), '{}', gen_random_uuid());

    select string_agg(g.position || ':' || a.name, ' ' order by g.position desc, a.name) into v_given
    from thread.images_given('t', 1) g
    join popagent_attachments a on a.id = g.id;
    assert v_given = '6:5a 5:5b 4:4a 4:4b 3:3a 3:3b 2:2a 2:2b', 'the eight newest, each once: ' || v_given;

    select string_agg(g.position || ':' || a.name, ' ' order by g.position desc, a.name) into v_given
    from thread.images_given('t', 1, null, 3) g
    join popagent_attachments a on a.id = g.id;
    assert v_given = '6:5a 5:5b 4:4a', 'of a message the first ones first: ' || v_given;

    assert (select count(*) = 4 from thread.images_given('t', 1, p_most_bytes => 499)), 'no more than fit by their bytes';
    assert (select count(*) = 5 from thread.images_given('t', 1, p_most_bytes => 500)), 'what fits exactly is in';
    assert (select min(g.position) = 4 from thread.images_given('t', 4) g), 'none of earlier messages';
    assert (select array_agg(distinct g.position) = '{4,5}' from thread.images_given('t', 4, 5) g), 'nor of later ones';
end
$$;
