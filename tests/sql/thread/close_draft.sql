do $$
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.append('t', 'q', 'user', '[]', '{}', gen_random_uuid());
    perform thread.close_draft('t', 'd0', 'first');
    assert (
        select (s.draft, s.sent_id, s.read_position) = ('', 'd0', 1::bigint)
        from popagent_thread_state s
    ), 'what was sent before anything was kept is noted too';

    perform thread.save_draft('t', 'hel', 'd1');
    perform thread.append('t', 'q2', 'user', '[]', '{}', gen_random_uuid());
    perform thread.close_draft('t', 'd1', 'hello');
    assert (
        select (s.draft, s.sent_id, s.read_position) = ('', 'd1', 2::bigint)
        from popagent_thread_state s
    ), 'the draft goes, however much of it had been kept';

    perform thread.save_draft('t', 'other words', 'd2');
    perform thread.close_draft('t', 'd3', 'hello again');
    assert (select (s.draft, s.draft_id, s.sent_id) = ('other words', 'd2', 'd3') from popagent_thread_state s), 'what another page writes stays';
    perform thread.close_draft('t', 'd4', 'other words');
    assert (select s.draft = '' from popagent_thread_state s), 'unless it says the same';

    perform thread.save_draft('t', 'no script', 'd5');
    perform thread.close_draft('t', null, 'no script');
    assert (select (s.draft, s.sent_id) = ('', 'd4') from popagent_thread_state s), 'an id is not needed';
    perform thread.save_draft('t', 'kept');
    perform thread.close_draft('t', null, 'sent');
    assert (select s.draft = 'kept' from popagent_thread_state s), 'two without an id are not the same';
end
$$;
