do $$
begin
    perform thread.open('t', 'chat', 'popagent-user');
    assert thread.first_text('t') is null, 'nothing was said yet';
    assert thread.first_text('nowhere') is null, 'nor in a thread that does not exist';

    perform thread.append('t', 'a', 'assistant', '[{"type": "text", "text": "Welcome"}]', '{}', gen_random_uuid());
    perform thread.append('t', 'b', 'user', '[{"type": "text", "text": "first"}, {"type": "text", "text": "half"}]', '{}', gen_random_uuid());
    perform thread.append('t', 'c', 'user', '[{"type": "text", "text": "second"}]', '{}', gen_random_uuid());
    perform thread.open('u', 'chat', 'popagent-user');
    perform thread.append('u', 'a', 'user', '[{"type": "file", "filename": "a.png"}]', '{}', gen_random_uuid());
    assert thread.first_text('u') = 'a.png', 'of a message of files alone their names';
    assert thread.first_text('t') = e'first\n\nhalf', 'the first message of the user, whole';
end
$$;
