do $$
declare
    v_case text[];
    v_refused boolean;
begin
    delete from popagent_tool_policies;
    perform set_config('popagent.now', '2027-01-01 00:00+00', true);
    perform agent.set_tool_policy('remember', 'ask');
    perform set_config('popagent.now', '2027-01-02 00:00+00', true);
    perform agent.set_tool_policy('remember', 'ask');
    assert (select p.policy = 'ask' and p.updated_at = '2027-01-01 00:00+00' from agent.tool_policies() p),
        'the same decision again changes nothing';
    perform agent.set_tool_policy('remember', 'never');
    assert (select p.policy = 'never' and p.updated_at = '2027-01-02 00:00+00' from agent.tool_policies() p),
        'another one takes its place';
    foreach v_case slice 1 in array array[
        array['remember', 'sometimes'], array['remember', null], array['two words', 'ask'], array[null, 'ask']
    ]
    loop
        v_refused := false;
        begin
            perform agent.set_tool_policy(v_case[1], v_case[2]);
        exception when sqlstate 'PT422' then
            v_refused := true;
        end;
        assert v_refused, v_case::text;
    end loop;
end
$$;
