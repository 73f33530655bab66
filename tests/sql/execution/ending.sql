do $$
declare
    v_id uuid;
    v_row record;
begin
    assert not exists (select from execution.ending(gen_random_uuid())), 'what does not exist has none';
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    select * into strict v_row from execution.ending(v_id);
    assert (v_row.thread_id, v_row.state, v_row.usage, v_row.revision) = ('s', 'running', '{}'::jsonb, 1::bigint), 'while it runs';
    assert v_row.end_reason is null and v_row.error is null, 'there is no reason yet';

    perform execution.finish(v_id, 'me', 'failed', 'error', 'The gateway is down.', p_usage => '{"inputTokens": 3}');
    select * into strict v_row from execution.ending(v_id);
    assert (v_row.state, v_row.end_reason, v_row.error, v_row.usage, v_row.revision)
        = ('failed', 'error', 'The gateway is down.', '{"inputTokens": 3}'::jsonb, 2::bigint), 'afterwards';

    perform thread.open('t', 'task', 'popagent-user');
    update popagent_executions set thread_id = 't' where id = v_id;
    select * into strict v_row from execution.ending(v_id);
    assert v_row.revision is null and v_row.thread_id = 't', 'a thread without a session has no revision';
end
$$;
