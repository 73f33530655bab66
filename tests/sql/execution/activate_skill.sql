do $$
declare
    v_execution uuid;
    v_refused boolean := false;
begin
    select a.execution_id into v_execution
    from execution.accept_turn('s1', 'm1', '[{"type": "text", "text": "Hello"}]', 'me', 10, 'model') a;
    assert execution.activate_skill(v_execution, 'plan-and-delegate') like e'# Skill: plan-and-delegate\n\n# Plan and delegate%',
        'the instructions are returned';
    assert (select (a.name, a.revision)::text from popagent_skill_activations a where a.execution_id = v_execution)
        = ('plan-and-delegate', 1)::text, 'and the revision noted';
    begin
        perform execution.activate_skill(v_execution, 'review-a-change');
    exception when sqlstate 'PT404' then
        v_refused := true;
    end;
    assert v_refused, 'another agent''s skill is none of its own';
end
$$;
