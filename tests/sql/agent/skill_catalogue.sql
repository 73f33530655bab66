do $$
declare
    v_text text;
begin
    delete from popagent_agent_skills;
    assert agent.skill_catalogue('researcher') is null, 'an empty catalogue is left out';
    perform agent.create_skill('researcher', 'b', 'For </description> & "more".', 'Body.');
    perform agent.create_skill('researcher', 'a', 'Second.', 'Body.');
    perform agent.create_skill('researcher', 'c', 'Off.', 'Body.', p_enabled => false);
    v_text := agent.skill_catalogue('researcher');
    assert v_text like agent.skill_guidance() || '%<name>b</name>%<name>a</name>%', 'guidance first, then in order of position';
    assert v_text like '%For &lt;/description&gt; &amp; "more".%', 'a description cannot close its element';
    assert v_text not like '%<name>c</name>%', 'disabled ones are left out';
    assert v_text not like '%Body.%', 'instructions are read on activation only';
end
$$;
