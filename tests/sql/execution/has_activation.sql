do $$
declare
    v_row jsonb := '{"execution_id": "00000000-0000-0000-0000-000000000001", "skill_id": "k", "name": "n", "revision": 2, "activated_at": "2026-01-01T00:00:00Z"}';
begin
    perform session.open('s', 'S', null);
    insert into popagent_executions (id, kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('00000000-0000-0000-0000-000000000001', 'turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', now());
    assert not execution.has_activation(v_row);
    insert into popagent_skill_activations (execution_id, skill_id, name, revision, activated_at)
    values ('00000000-0000-0000-0000-000000000001', 'k', 'n', 2, '2026-01-01Z');
    assert execution.has_activation(v_row);
    assert not execution.has_activation(v_row || '{"revision": 3}');
    assert not execution.has_activation(v_row || '{"activated_at": "2026-01-01T00:00:01Z"}');
end
$$;
