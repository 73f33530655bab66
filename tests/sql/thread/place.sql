do $$
declare
    v_hint text;
    v_case record;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id, question_id, shown) values
        ('t', 1, 'q', 'user', '[]', '{}', gen_random_uuid(), null, true),
        ('t', 2, 'a1', 'assistant', '[]', '{}', gen_random_uuid(), 'q', false),
        ('t', 3, 'a2', 'assistant', '[]', '{}', gen_random_uuid(), 'q', true),
        ('t', 4, 'q2', 'user', '[]', '{}', gen_random_uuid(), null, true);

    assert thread.place('t', null, null, false) is null, 'no message means the whole thread';
    assert thread.place('t', 'a2', null, false) = 3, 'found by its id';
    assert thread.place('t', null, 3, false) = 3, 'or by its position';
    assert thread.place('t', 'q2', null, true) = 3, 'before a question';
    assert thread.place('t', 'q', null, true) = 0, 'before the first one';

    for v_case in select * from (values
        ('t', 'nowhere', null::bigint, false, 'message_not_found'),
        ('t', null, 9, false, 'message_not_found'),
        ('t', 'q', 3, false, 'message_not_found'),
        ('t', 'a1', null, false, 'message_not_found'),
        ('other', 'q', null, false, 'message_not_found'),
        ('t', 'a2', null, true, 'not_a_question')
    ) c (thread_id, id, n, before, hint)
    loop
        begin
            perform thread.place(v_case.thread_id, v_case.id, v_case.n, v_case.before);
            assert false, format('this is refused: %s', v_case);
        exception when sqlstate 'PT404' or sqlstate 'PT422' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = v_case.hint, v_hint;
        end;
    end loop;
end
$$;
