do $$
declare
    v_hint text;
begin
    assert (select l.name = 'Reviewer' and l.revision = 1 from agent.load('reviewer') l), 'one agent';
    begin
        perform agent.load('nobody');
        assert false, 'an unknown one is refused';
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'agent_not_found', v_hint;
    end;
end
$$;
