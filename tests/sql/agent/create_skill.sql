do $$
declare
    v_id text;
    v_hint text;
begin
    v_id := agent.create_skill('researcher', 'look', '  Use it always.  ', 'Look.', '{"references/a.md": "More."}', 'MIT');
    assert (select (s.description, s.position, s.revision, s.enabled, s.license)::text from popagent_agent_skills s where s.id = v_id)
        = ('Use it always.', 3, 1, true, 'MIT')::text, 'it is stored, last in the catalogue';
    assert (select count(*) from agent.skill_history('researcher', v_id)) = 1, 'and its first text kept';
    begin
        perform agent.create_skill('researcher', 'look', 'Again.', 'Look.');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'skill_exists', 'a name is given once,';
    perform agent.create_skill('reviewer', 'look', 'Again.', 'Look.');
    begin
        perform agent.create_skill('nobody', 'look', 'Again.', 'Look.');
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'agent_not_found', 'to an agent that there is,';
    begin
        for n in 1..100 loop
            perform agent.create_skill('researcher', 's' || n, 'Again.', 'Look.');
        end loop;
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'too_many_skills', 'and at most a hundred times';
end
$$;
