do $$
begin
    assert not exists (select from execution.active_threads()), 'nothing runs';
    perform execution.accept_turn('running', 'm', '[{"type": "text", "text": "hello"}]', 'owner', 10, 'model');
    perform execution.accept_turn('stopping', 'm', '[{"type": "text", "text": "hello"}]', 'owner', 10, 'model');
    perform execution.request_stop('stopping');
    perform execution.finish(
        (select a.execution_id from execution.accept_turn('ended', 'm', '[{"type": "text", "text": "hello"}]', 'owner', 10, 'model') a),
        'owner', 'completed', 'final'
    );
    assert (select array_agg(t.thread_id order by t.thread_id) = array['running', 'stopping'] from execution.active_threads() t), 'what runs or stops';
    perform execution.suspend(execution.running('running'), 'owner', 'c1', 't', '{}');
    assert (select array_agg(t.state order by t.thread_id) = array['waiting', 'stopping'] from execution.active_threads() t), 'or waits for its owner';
end
$$;
