do $$
declare
    v_id uuid;
    v_row record;
begin
    assert not exists (select from execution.partial(gen_random_uuid())), 'what does not exist has none';
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    select * into strict v_row from execution.partial(v_id);
    assert (v_row.parts, v_row.state) = ('[]'::jsonb, 'running') and v_row.message_id ~ '^[0-9a-f]{32}$', 'nothing was said yet';

    insert into popagent_execution_parts values (v_id, 1, '[{"type": "start"}, {"type": "start-step"}, {"type": "text-delta", "id": "1", "delta": "He"}]');
    select * into strict v_row from execution.partial(v_id);
    assert v_row.parts = '[{"type": "step-start"}, {"type": "text", "text": "He", "state": "streaming"}]', 'what was stored so far: ' || v_row.parts;

    perform execution.request_stop('s');
    perform execution.finish(
        v_id, 'me', 'stopped', 'stopped', p_first_n => 4, p_tail => '[{"type": "text-delta", "id": "1", "delta": "llo"}]'
    );
    perform execution.sweep(interval '-1 s');
    assert not exists (select from popagent_execution_parts), 'the stream is swept';
    select * into strict v_row from execution.partial(v_id);
    assert (v_row.parts, v_row.state, v_row.end_reason)
        = ('[{"type": "step-start"}, {"type": "text", "text": "Hello", "state": "done"}]'::jsonb, 'stopped', 'stopped'), 'afterwards its message tells';

    select a.execution_id into v_id from execution.accept_turn('s', 'm2', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    perform execution.finish(v_id, 'me', 'failed', 'error', 'The gateway is down.');
    select * into strict v_row from execution.partial(v_id);
    assert (v_row.parts, v_row.state, v_row.error) = ('[]'::jsonb, 'failed', 'The gateway is down.'), 'an end without an answer has no parts';
end
$$;
