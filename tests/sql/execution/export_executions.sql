do $$
declare
    v_ids uuid[];
begin
    perform session.open('s', 'S', null);
    perform thread.open('d', 'delegation', 'popagent-user');
    insert into popagent_executions (kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at, attempt)
    select 'turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', now(), n from generate_series(1, 3) n;
    insert into popagent_executions (kind, thread_id, parent_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    select 'delegation', 'd', e.id, 'researcher', 'completed', 'final', '{}', 'm', 'o', 'q', now() from popagent_executions e limit 1;
    select array_agg(e.id order by e.id) into v_ids from popagent_executions e where e.kind = 'turn';
    assert (select array_agg((e.key #>> '{}')::uuid) = v_ids from execution.export_executions(false, null, 9) e), 'in the order of their ids';
    assert (select array_agg((e.key #>> '{}')::uuid) = v_ids[2:2] from execution.export_executions(false, to_jsonb(v_ids[1]), 1) e), 'a page after a key';
    assert (select count(*) = 1 and min(e.described ->> 'kind') = 'delegation' from execution.export_executions(true, null, 9) e), 'delegations by themselves';
end
$$;
