do $$
begin
    perform session.open('s', '', null);
    perform session.mark_read('s');
    perform thread.append('s', 'q', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('s', 'a', 'assistant', '[]', '{}', gen_random_uuid());
    assert (select s.unread from session.load('s') s), 'an answer that came after is unread';
    perform session.mark_read('s');
    assert (select not s.unread and s.revision = 1 from session.load('s') s), 'seeing it is no write to the session';
    begin
        perform session.mark_read('nowhere');
        assert false, 'what does not exist is refused';
    exception when sqlstate 'PT404' then
        null;
    end;
end
$$;
