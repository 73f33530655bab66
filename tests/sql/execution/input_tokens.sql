do $$
declare
    v_id uuid;
begin
    assert execution.input_tokens('nowhere') is null, 'nothing was given to nobody';
    for i in 1..3 loop
        select a.execution_id into v_id
        from execution.accept_turn('s', 'm' || i, '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
        assert execution.input_tokens('s') is not distinct from (array[null, 100, 200])[i], 'the newest that tells it';
        perform execution.finish(
            v_id, 'me', 'completed', 'final',
            p_tail => '[{"type": "text-delta", "id": "1", "delta": "hi"}]',
            p_usage => (array['{"inputTokens": 100}', '{"inputTokens": 200}', '{}']::jsonb[])[i]
        );
    end loop;
    assert execution.input_tokens('s') = 200, 'an answer that does not tell is passed over';

    perform thread.append(
        's', 'again', 'assistant', '[{"type": "text", "text": "again"}]', '{"custom": {"usage": {"inputTokens": 300}}}', v_id, 'm3'
    );
    assert execution.input_tokens('s') = 300, 'a new version counts';
    perform thread.show_version('s', (select t.versions[1] from execution.transcript('s', p_limit => 1) t));
    assert execution.input_tokens('s') = 200, 'as long as it is shown';

    update popagent_messages m set metadata = '{"custom": {"usage": {"inputTokens": 1e30}}}' where m.thread_id = 's';
    assert execution.input_tokens('s') is null, 'what cannot be a count is none';
end
$$;
