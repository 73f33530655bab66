do $$
begin
    perform session.open('s', 'S', null);
    insert into popagent_executions (id, kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('00000000-0000-0000-0000-000000000001', 'turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', clock());
    insert into popagent_execution_parts values ('00000000-0000-0000-0000-000000000001', 1, '[1]');
    assert execution.stale_parts() = 0, 'late readers have a minute';
    update popagent_executions set finished_at = clock() - interval '2 minutes';
    assert execution.stale_parts() = 1;
    assert execution.sweep() = 1, 'as many as are swept';
    assert execution.stale_parts() = 0, 'then none';
end
$$;
