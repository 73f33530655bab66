do $$
declare
    v_id text := agent.create_skill('researcher', 'look', 'Always.', 'Look.', '{"a.md": "A"}');
    v_hint text;
    v_detail text;
begin
    assert agent.change_skill('researcher', v_id, 1, p_body => 'Look twice.') = 2, 'a change counts';
    assert (select (s.name, s.description, s.body, s.reference_files)::text from agent.load_skill('researcher', v_id) s)
        = ('look', 'Always.', 'Look twice.', '{"a.md": "A"}'::jsonb)::text, 'and touches what is given only';
    assert (select count(*) from agent.skill_history('researcher', v_id)) = 2, 'each save is kept';
    perform agent.change_skill('researcher', v_id, 2, p_enabled => false, p_position => 1, p_references => '{}');
    assert (select not s.enabled and s.position = 1 and s.reference_files = '{}' from agent.load_skill('researcher', v_id) s), 'all of it can be changed';
    begin
        perform agent.change_skill('researcher', v_id, 2, p_body => 'Stale.');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
    end;
    assert v_hint = 'revision_conflict', 'a stale change is refused';
    assert v_detail::jsonb ->> 'body' = 'Look twice.', 'with what is stored';
    begin
        perform agent.change_skill('researcher', v_id, 3, p_name => 'research-a-question');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'skill_exists', 'so is a name that another has';
end
$$;
