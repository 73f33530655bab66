do $$
begin
    perform session.open('s', 'S', null);
    perform thread.append('s', 'asked', 'user', '[]', '{}', gen_random_uuid());
    insert into popagent_executions (kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    select 'turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', q, now() from unnest(array['asked', 'gone']) q;
    assert execution.remove_lost() = 1;
    assert (select array_agg(e.question_id) = '{asked}' from popagent_executions e), 'what was asked keeps its turn';
    assert execution.remove_lost() = 0;
end
$$;
