do $$
declare
    v_refused boolean := false;
begin
    perform agent.lock_skills('popagent');
    begin
        perform agent.lock_skills('nobody');
    exception when sqlstate 'PT404' then
        v_refused := true;
    end;
    assert v_refused, 'an unknown agent is refused';
end
$$;
