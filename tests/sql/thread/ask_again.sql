do $$
declare
    v_first uuid := gen_random_uuid();
    v_second uuid := gen_random_uuid();
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.append('t', 'q', 'user', '[]', '{}', v_first);
    perform thread.append('t', 'a', 'assistant', '[]', '{}', v_first, 'q');
    perform thread.ask_again('t', 'q', v_second);
    assert (
        select array_agg(m.execution_id order by m.position) = array[v_second, v_first]
        from popagent_messages m
    ), 'the question is the new execution''s, the answer stays with the one that wrote it';
end
$$;
