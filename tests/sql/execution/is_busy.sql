do $$
begin
    assert not execution.is_busy('s'), 'what does not exist is not busy';
    perform execution.accept_turn('s', 'm1', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    assert execution.is_busy('s') and not execution.is_busy('t'), 'a turn runs here';
    perform execution.accept_turn('s', 'm2', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    perform execution.finish(execution.running('s'), 'me', 'completed', 'final');
    assert execution.is_busy('s'), 'nothing runs, but a message waits';
    perform execution.remove_queued('s', 'm2');
    assert not execution.is_busy('s'), 'nothing runs and nothing waits';
end
$$;
