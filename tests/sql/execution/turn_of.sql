do $$
declare
    v_first uuid;
    v_second uuid;
begin
    assert execution.turn_of('s', 'm1') is null, 'an unknown message has none';
    select a.execution_id into v_first from execution.accept_turn('s', 'm1', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    perform execution.accept_turn('s', 'm2', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    assert execution.turn_of('s', 'm1') = v_first, 'the turn that the message began';
    assert execution.turn_of('s', 'm2') is null, 'one that waits has none yet';
    assert execution.turn_of('t', 'm1') is null, 'other sessions have messages of their own';
    perform execution.remove_queued('s', 'm2');
    perform execution.finish(v_first, 'me', 'failed', 'error', 'It broke.');
    select r.execution_id into v_second from execution.regenerate('s', 'me', 10, p_model => 'model') r;
    assert execution.turn_of('s', 'm1') = v_second and v_second <> v_first, 'of several attempts the last';
end
$$;
