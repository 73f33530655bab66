do $$
begin
    perform session.open('s', 'S', null);
    perform thread.append('s', 'asked', 'user', '[]', '{}', gen_random_uuid());
    insert into popagent_executions (kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    select 'turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', q, now() from unnest(array['asked', 'gone']) q;
    insert into popagent_executions (kind, thread_id, agent_id, state, settings, model, owner, lease_expires_at, question_id)
    values ('turn', 's', 'popagent', 'running', '{}', 'm', 'o', now(), 'coming');
    assert (select array_agg(e.question_id) = '{gone}' from execution.lost() l join popagent_executions e on e.id = l.id), 'it ended, and its question is gone';
end
$$;
