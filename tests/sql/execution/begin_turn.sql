do $$
declare
    v_first uuid := gen_random_uuid();
    v_second uuid;
begin
    set local popagent.now = '2026-03-01 12:00+00';
    update popagent_agent_runtime_settings set default_model = 'stored';
    perform session.open('s', '', null);
    perform thread.append('s', 'm', 'user', '[{"type": "text", "text": "hello"}]', '{}', v_first);

    assert execution.begin_turn('s', 'm', 'model', 'me', 10, v_first) = v_first, 'under the id that is given';
    assert (
        select
            (e.kind, e.thread_id, e.agent_id, e.state, e.owner, e.question_id, e.model, e.attempt)
                = ('turn', 's', 'popagent', 'running', 'me', 'm', 'model', 1)
            and e.settings ->> 'default_model' = 'stored'
            and e.lease_expires_at = '2026-03-01 12:00:10+00'
        from popagent_executions e
        where e.id = v_first
    ), 'it runs, on a lease of its owner and a snapshot of the settings';

    perform execution.finish(v_first, 'me', 'failed', 'error', 'It broke.');
    update popagent_agent_runtime_settings set default_model = 'changed';
    v_second := execution.begin_turn('s', 'm', 'other', 'you', 10);
    assert (
        select (e.attempt, e.model, e.settings ->> 'default_model') = (2, 'other', 'changed')
        from popagent_executions e
        where e.id = v_second
    ), 'the next attempt counts on and sees the settings of its time';
    begin
        perform execution.begin_turn('s', 'm', 'model', 'me', 10);
        assert false, 'never two at once';
    exception when unique_violation then
        null;
    end;
end
$$;
