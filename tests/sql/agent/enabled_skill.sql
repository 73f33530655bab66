do $$
declare
    v_told text;
begin
    perform agent.create_skill('researcher', 'look', 'Always.', 'Look.');
    assert (select s.body from agent.enabled_skill('researcher', 'look') s) = 'Look.', 'it is found by name';
    update popagent_agent_skills set enabled = false where name = 'look';
    begin
        perform agent.enabled_skill('researcher', 'look');
    exception when sqlstate 'PT404' then
        v_told := sqlerrm;
    end;
    assert v_told = 'There is no skill called "look". The skills are: research-a-question, map-unfamiliar-code.',
        'a disabled one is not there, and those that are there are named';
end
$$;
