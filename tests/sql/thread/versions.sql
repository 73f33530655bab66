do $$
begin
    assert thread.versions('t', 'q') = '{}', 'a thread that does not exist has none';
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.append('t', 'q', 'user', '[]', '{}', gen_random_uuid());
    assert thread.versions('t', 'q') = '{}', 'nor has a question without an answer';
    perform thread.append('t', 'b', 'assistant', '[]', '{}', gen_random_uuid(), 'q');
    perform thread.append('t', 'a', 'assistant', '[]', '{}', gen_random_uuid(), 'q');
    perform thread.append('t', 'q2', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('t', 'c', 'assistant', '[]', '{}', gen_random_uuid(), 'q2');
    assert thread.versions('t', 'q') = '{b,a}', 'answers to one question, shown or not, in the order they came';
    assert thread.versions('t', null) = '{}', 'no question, no answers';
end
$$;
