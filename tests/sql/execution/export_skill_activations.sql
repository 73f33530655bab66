do $$
declare
    v_key jsonb;
begin
    perform session.open('s', 'S', null);
    insert into popagent_executions (id, kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('00000000-0000-0000-0000-000000000001', 'turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', now());
    insert into popagent_skill_activations (execution_id, skill_id, name, revision, activated_at)
    select '00000000-0000-0000-0000-000000000001', i, i, 1, '2026-01-01Z' from unnest(array['b', 'a', 'a']) i;
    assert (select array_agg(e.described ->> 'skill_id') = '{a,b}' from execution.export_skill_activations(null, 9) e), 'each once';
    select e.key into v_key from execution.export_skill_activations(null, 1) e;
    assert (select e.described ->> 'skill_id' = 'b' and e.described ->> 'thread_id' = 's' and not e.described ? 'id' from execution.export_skill_activations(v_key, 9) e), 'a page after a key, with the thread';
end
$$;
