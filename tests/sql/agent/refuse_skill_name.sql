do $$
declare
    v_id text := agent.create_skill('researcher', 'look', 'Always.', 'Look.');
    v_refused boolean := false;
begin
    perform agent.refuse_skill_name('researcher', 'other');
    perform agent.refuse_skill_name('reviewer', 'look');
    perform agent.refuse_skill_name('researcher', 'look', v_id);
    perform agent.refuse_skill_name('researcher', null);
    begin
        perform agent.refuse_skill_name('researcher', 'look');
    exception when sqlstate 'PT409' then
        v_refused := true;
    end;
    assert v_refused, 'a name that is taken is refused';
end
$$;
