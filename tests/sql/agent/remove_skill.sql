do $$
declare
    v_id text := agent.create_skill('researcher', 'look', 'Always.', 'Look.');
    v_row jsonb;
    v_hint text;
begin
    begin
        perform agent.remove_skill('researcher', v_id, 9);
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'revision_conflict', 'what changed meanwhile is not deleted';
    v_row := agent.remove_skill('researcher', v_id, 1);
    assert v_row ->> 'body' = 'Look.', 'what is deleted is returned';
    assert not exists (select from popagent_agent_skills where id = v_id), 'and gone,';
    assert not exists (select from popagent_agent_skill_revisions where skill_id = v_id), 'with its kept texts';
end
$$;
