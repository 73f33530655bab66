do $$
begin
    assert thread.last_question('t') is null, 'a thread that does not exist has none';
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.append('t', 'a0', 'assistant', '[]', '{}', gen_random_uuid());
    assert thread.last_question('t') is null, 'nor has one in which nobody asked';
    perform thread.append('t', 'z', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('t', 'b', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('t', 'c', 'assistant', '[]', '{}', gen_random_uuid(), 'b');
    assert thread.last_question('t') = 'b', 'the last one, whatever was answered since';
end
$$;
