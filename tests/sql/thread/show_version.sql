do $$
declare
    v_case text[];
    v_hint text;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.append('t', 'q', 'user', '[]', '{}', gen_random_uuid());
    for i in 1..3 loop
        perform thread.append('t', 'a' || i, 'assistant', '[]', '{}', gen_random_uuid(), 'q');
    end loop;
    perform thread.append('t', 'q2', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('t', 'b1', 'assistant', '[]', '{}', gen_random_uuid(), 'q2');
    perform thread.append('t', 'stray', 'assistant', '[]', '{}', gen_random_uuid());

    perform thread.show_version('t', 'a1');
    assert (
        select string_agg(m.id, ' ' order by m.position) = 'q a1 q2 b1 stray'
        from popagent_messages m
        where m.shown
    ), 'the one asked for takes the place of the one that was shown';
    perform thread.show_version('t', 'a1');
    assert (select string_agg(m.id, ' ') = 'a1' from popagent_messages m where m.question_id = 'q' and m.shown), 'and stays when it is asked for again';

    foreach v_case slice 1 in array array[['t', 'q'], ['t', 'stray'], ['t', 'nobody'], ['nowhere', 'a1']]
    loop
        begin
            perform thread.show_version(v_case[1], v_case[2]);
            assert false, 'this is no version of an answer: ' || v_case::text;
        exception when sqlstate 'PT404' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = 'version_not_found', v_hint;
        end;
    end loop;
end
$$;
