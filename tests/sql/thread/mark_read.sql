do $$
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.append('t', 'q', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('t', 'a', 'assistant', '[]', '{}', gen_random_uuid());
    assert not exists (select from thread.reading r where r.unread), 'what no page ever showed has nothing to miss';

    perform thread.mark_read('t');
    assert (select s.read_position = 2 from popagent_thread_state s), 'all that is stored is seen';
    perform thread.append('t', 'q2', 'user', '[]', '{}', gen_random_uuid());
    assert not exists (select from thread.reading r where r.unread), 'a question is not news to whoever asked it';
    perform thread.append('t', 'a2', 'assistant', '[]', '{}', gen_random_uuid());
    assert (select array_agg(r.thread_id) = array['t'] from thread.reading r where r.unread), 'an answer is';
    perform thread.mark_read('t');
    assert not exists (select from thread.reading r where r.unread), 'until it is seen';

    update popagent_thread_state set read_position = 9;
    perform thread.mark_read('t');
    assert (select s.read_position = 9 from popagent_thread_state s), 'a mark never goes back';
end
$$;
