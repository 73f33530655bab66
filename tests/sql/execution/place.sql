do $$
begin
    assert execution.place('s', 'm1') is null, 'nothing waits in a session that does not exist';
    for i in 1..4 loop
        perform execution.accept_turn('s', 'm' || i, '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    end loop;
    assert execution.place('s', 'm1') is null, 'what runs does not wait';
    assert (execution.place('s', 'm2'), execution.place('s', 'm3'), execution.place('s', 'm4')) = (1::bigint, 2::bigint, 3::bigint), 'places count from 1';
    perform execution.remove_queued('s', 'm3');
    assert (execution.place('s', 'm3') is null, execution.place('s', 'm4')) = (true, 2::bigint), 'who leaves lets others move up';
    assert execution.place('t', 'm4') is null, 'each session has a queue of its own';
end
$$;
