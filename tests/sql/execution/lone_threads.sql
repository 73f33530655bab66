do $$
begin
    perform session.open('s', 'S', null);
    perform thread.open(i, 'delegation', 'popagent-user') from unnest(array['held', 'lone']) i;
    insert into popagent_executions (id, kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('00000000-0000-0000-0000-000000000001', 'turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', now());
    insert into popagent_executions (kind, thread_id, parent_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('delegation', 'held', '00000000-0000-0000-0000-000000000001', 'researcher', 'completed', 'final', '{}', 'm', 'o', 'q', now());
    assert (select array_agg(l.id) = '{lone}' from execution.lone_threads() l);
    perform session.remove('s');
    assert (select count(*) = 2 from execution.lone_threads()), 'what was delegated stays behind when its session goes';
end
$$;
