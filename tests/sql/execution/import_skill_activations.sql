do $$
declare
    v_rows jsonb := '[{"execution_id": "00000000-0000-0000-0000-000000000001", "thread_id": "s", "skill_id": "k", "name": "n", "revision": 2, "activated_at": "2026-01-01T00:00:00Z"}]';
begin
    perform session.open('s', 'S', null);
    insert into popagent_executions (id, kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('00000000-0000-0000-0000-000000000001', 'turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', now());
    assert (select i.stored is null from execution.import_skill_activations(v_rows, false) i);
    assert not exists (select from popagent_skill_activations), 'comparing writes nothing';
    perform execution.import_skill_activations(v_rows, true);
    assert (select i.stored = i.given from execution.import_skill_activations(v_rows, true) i), 'then it is here';
    assert (select count(*) = 1 from popagent_skill_activations), 'once';
end
$$;
