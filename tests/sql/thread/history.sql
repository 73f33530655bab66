do $$
declare
    v_size integer;
    v_said text;
    v_call jsonb := '[
        {"type": "step-start"},
        {"type": "tool-search", "toolCallId": "c1", "input": {}, "output": "found"},
        {"type": "step-start"},
        {"type": "text", "text": "answer"}
    ]';
begin
    assert (select h.messages from thread.history('nowhere') h) = '[]', 'a thread that does not exist has none';
    perform thread.open('t', 'chat', 'popagent-user');
    assert (select h.messages from thread.history('t') h) = '[]', 'nor has an empty one';
    perform thread.append('t', 'a0', 'assistant', v_call, '{}', gen_random_uuid());
    assert (select h.messages from thread.history('t') h) = '[]', 'an answer that nobody asked for does not begin one';

    for i in 1..3 loop
        perform thread.append('t', 'q' || i, 'user', jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'question ' || i)), '{}', gen_random_uuid());
        perform thread.append('t', 'a' || i, 'assistant', v_call, '{}', gen_random_uuid());
    end loop;
    perform thread.append('t', 'q4', 'user', '[{"type": "text", "text": "question 4"}]', '{}', gen_random_uuid());
    perform thread.append('t', 'q5', 'user', '[{"type": "text", "text": "question 5"}]', '{}', gen_random_uuid());

    select string_agg(left(x.m ->> 'role', 1), '' order by x.n) into v_said
    from thread.history('t') h
    cross join jsonb_array_elements(h.messages) with ordinality x (m, n);
    assert v_said = 'uatauatauatauu', 'all messages, oldest first, results behind their calls: ' || v_said;

    -- The budget is the size of the last pair, q3 and a3, and of what follows it.
    select sum(length(m.parts::text)) into v_size
    from popagent_messages m
    where m.thread_id = 't'
    and m.position >= (select q.position from popagent_messages q where q.thread_id = 't' and q.id = 'q3');

    select string_agg(x.m ->> 'content', '|' order by x.n) filter (where x.m ->> 'role' = 'user') into v_said
    from thread.history('t', v_size) h
    cross join jsonb_array_elements(h.messages) with ordinality x (m, n);
    assert v_said = 'question 3|question 4|question 5', 'what fits exactly is in: ' || v_said;

    for v_budget in 1..v_size - 1 loop
        select string_agg(left(x.m ->> 'role', 1), '' order by x.n) into v_said
        from thread.history('t', v_budget) h
        cross join jsonb_array_elements(h.messages) with ordinality x (m, n);
        assert v_said in ('u', 'uu'), format('with %s no half pair is given, but the newest question always: %s', v_budget, v_said);
    end loop;

    perform thread.append('t', 'a5', 'assistant', v_call, '{}', gen_random_uuid());
    select string_agg(left(x.m ->> 'role', 1), '' order by x.n) into v_said
    from thread.history('t', 1) h
    cross join jsonb_array_elements(h.messages) with ordinality x (m, n);
    assert v_said = 'uata', 'even a pair larger than the budget is given whole when it is the newest: ' || v_said;

    -- Files: a text file takes of the budget, an image does not, and is given with the newest message that names it.
    perform thread.open('files', 'chat', 'popagent-user');
    perform thread.append('files', 'q1', 'user', thread.attach('files', jsonb_build_array(
        jsonb_build_object('type', 'file', 'data', encode(convert_to(repeat('x', 5000), 'UTF8'), 'base64'), 'text', repeat('x', 5000), 'mediaType', 'text/plain', 'filename', 'a.txt')
    )), '{}', gen_random_uuid());
    perform thread.append('files', 'a1', 'assistant', '[{"type": "text", "text": "seen"}]', '{}', gen_random_uuid());
    perform thread.append('files', 'q2', 'user', thread.attach('files', jsonb_build_array(
        jsonb_build_object('type', 'file', 'data', encode(convert_to(repeat('x', 5000), 'UTF8'), 'base64'), 'mediaType', 'image/png', 'filename', 'a.png')
    )), '{}', gen_random_uuid());
    assert (select jsonb_path_query_array(h.messages, '$[*].content[*].type') = '["text", "text", "image_url"]' from thread.history('files', 7000) h), 'both fit';
    assert (select jsonb_path_query_array(h.messages, '$[*].content[*].type') = '["text", "image_url"]' from thread.history('files', 4000) h), 'the text file does not';
    perform thread.append('files', 'q3', 'user', (select m.parts from popagent_messages m where m.thread_id = 'files' and m.id = 'q2'), '{}', gen_random_uuid());
    assert (
        select jsonb_path_query_array(h.messages, '$[*].content[*].type') = '["text", "text", "text", "image_url"]'
        from thread.history('files') h
    ), 'an image that is sent again is given once';

    for i in 1..1100 loop
        perform thread.append('t', 'x' || i, case i % 2 when 0 then 'user' else 'assistant' end, '[{"type": "text", "text": "x"}]', '{}', gen_random_uuid());
    end loop;
    assert (
        select jsonb_array_length(h.messages) between 999 and 1000 and h.messages #>> '{0,role}' = 'user'
        from thread.history('t') h
    ), 'a very long thread is cut at a thousand messages';

    -- Versions, and the thread as it was when a question was asked.
    perform thread.open('v', 'chat', 'popagent-user');
    for i in 1..2 loop
        perform thread.append('v', 'q' || i, 'user', jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'question ' || i)), '{}', gen_random_uuid());
        for j in 1..2 loop
            perform thread.append(
                'v', format('a%s-%s', i, j), 'assistant',
                jsonb_build_array(jsonb_build_object('type', 'text', 'text', format('answer %s.%s', i, j))), '{}', gen_random_uuid(), 'q' || i
            );
        end loop;
    end loop;
    perform thread.show_version('v', 'a1-1');
    select string_agg(x.m ->> 'content', '|' order by x.n) into v_said
    from thread.history('v') h
    cross join jsonb_array_elements(h.messages) with ordinality x (m, n);
    assert v_said = 'question 1|answer 1.1|question 2|answer 2.2', 'the model is given the versions that are shown: ' || v_said;
    select string_agg(x.m ->> 'content', '|' order by x.n) into v_said
    from thread.history('v', p_until => 4) h
    cross join jsonb_array_elements(h.messages) with ordinality x (m, n);
    assert v_said = 'question 1|answer 1.1|question 2', 'and of a question that is asked again, what stood before it: ' || v_said;
end
$$;
