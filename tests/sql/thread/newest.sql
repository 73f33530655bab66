do $$
begin
    perform thread.open('t', 'chat', 'popagent-user');
    assert thread.newest('t') = 0, 'nothing is stored yet';
    perform thread.append('t', 'a', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('t', 'b', 'assistant', '[]', '{}', gen_random_uuid());
    assert thread.newest('t') = 2, 'the last message';
    assert thread.newest('nowhere') = 0, 'nothing of nothing';
end
$$;
