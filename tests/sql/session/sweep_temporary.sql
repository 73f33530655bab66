do $$
begin
    set local popagent.now = '2026-03-01 12:00+00';
    perform session.open('ordinary', '', null);
    perform session.open('old', '', null, p_temporary => true);
    perform session.open('written-at', '', null, p_temporary => true);
    perform session.open('running', '', null, p_temporary => true);
    perform thread.append('old', 'm', 'user', '[]', '{}', gen_random_uuid());
    perform session.mark_read('old');
    perform execution.accept_turn('running', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    set local popagent.now = '2026-03-02 11:00+00';
    perform session.open('newer', '', null, p_temporary => true);
    perform session.save_draft('written-at', 'I was about to');
    assert session.sweep_temporary() = 0, 'a day is not over';

    set local popagent.now = '2026-03-02 12:00:01+00';
    assert session.sweep_temporary() = 1, 'one that did not change for a day goes';
    assert not exists (select from popagent_threads t where t.id = 'old'), 'with everything';
    assert (
        select array_agg(s.id order by s.id) = array['newer', 'ordinary', 'running', 'written-at']
        from popagent_sessions s
    ), 'not one that is written at, nor one in which a turn runs, nor any other';

    set local popagent.now = '2026-03-03 12:00+00';
    assert session.sweep_temporary() = 2, 'a day after the last change of each';
    perform execution.reap();
    assert session.sweep_temporary() = 0, 'the end of a turn is a change';
    set local popagent.now = '2026-03-05 12:00+00';
    assert session.sweep_temporary() = 1, 'a day later it goes too';
    assert (select array_agg(s.id) = array['ordinary'] from popagent_sessions s), 'what is not temporary stays';
    perform session.open('waiting', '', null, p_temporary => true);
    perform execution.accept_turn('waiting', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    perform execution.suspend(execution.running('waiting'), 'me', 'c1', 't', '{}');
    set local popagent.now = '2026-03-07 12:00+00';
    assert session.sweep_temporary() = 1, 'a turn that waits for its owner keeps nothing';
end
$$;
