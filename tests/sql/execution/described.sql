do $$
begin
    perform session.open('s', 'S', null);
    insert into popagent_executions (kind, thread_id, agent_id, state, settings, model, owner, lease_expires_at, question_id, started_at)
    values ('turn', 's', 'popagent', 'running', '{}', 'm', 'me', now(), 'q', '2026-01-01Z');
    assert (
        select (d ->> 'state', d ->> 'end_reason') = ('interrupted', 'interrupted') and d ->> 'error' <> '' and d -> 'finished_at' = d -> 'started_at'
        from popagent_executions e, execution.described(e) d
    ), 'one that runs is told as interrupted';
    update popagent_executions set state = 'waiting', lease_expires_at = null;
    assert (select d ->> 'state' = 'interrupted' from popagent_executions e, execution.described(e) d), 'so is one that waits for its owner';
    update popagent_executions set state = 'running', lease_expires_at = now();
    update popagent_executions set state = 'failed', end_reason = 'error', error = 'No', lease_expires_at = null, finished_at = now();
    assert (select d = to_jsonb(e) - array['owner', 'lease_expires_at'] from popagent_executions e, execution.described(e) d), 'any other as it is, without its process';
end
$$;
