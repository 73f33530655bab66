do $$
declare
    v_wait integer;
begin
    set local popagent.now = '2026-03-01 12:00:00+00';
    for i in 1..5 loop
        assert door.attempt('10.0.0.1') = 0, 'five may try';
        perform set_config('popagent.now', (timestamptz '2026-03-01 12:00:00+00' + i * interval '10 seconds')::text, true);
    end loop;
    assert door.attempt('10.0.0.1') = 250, 'the sixth waits until the first of them is five minutes old';
    assert door.attempt('10.0.0.1') = 250, 'and asking again does not make it longer';
    assert door.attempt('10.0.0.2') = 0, 'others need not wait';
    set local popagent.now = '2026-03-01 12:05:00+00';
    assert door.attempt('10.0.0.1') = 0, 'then it may';
    assert door.attempt('10.0.0.1') = 10, 'as the next of them grows old';

    set local popagent.now = '2026-03-02 12:00:00+00';
    for i in 1..100 loop
        assert door.attempt('net ' || i) = 0, 'many networks';
    end loop;
    v_wait := door.attempt('another');
    assert v_wait = 300, 'together they may not guess without end: ' || v_wait;
    assert (select count(*) = 100 from popagent_login_attempts), 'old ones are gone';
end
$$;
