do $$
declare
    v_id text := agent.create_skill('researcher', 'look', 'Always.', 'Look.');
    v_hint text;
begin
    assert (select s.body from agent.load_skill('researcher', v_id) s) = 'Look.', 'it is found';
    begin
        perform agent.load_skill('reviewer', v_id);
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'skill_not_found', 'with its own agent only';
end
$$;
