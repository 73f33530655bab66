do $$
begin
    delete from popagent_agent_skills;
    perform agent.create_skill('researcher', 'look', 'Always.', e'One.\nTwo.\n\n\nThree.', '{"a.md": "Four."}');
    perform agent.create_skill('researcher', 'off', 'Never.', 'Five.', p_enabled => false);
    assert (select array_agg(format('%s %s-%s %s', p.path, p.first_line, p.last_line, replace(p.content, e'\n', '|')) order by p.path, p.first_line)
        from agent.skill_passages('researcher') p)
        = array['look/SKILL.md 1-2 One.|Two.', 'look/SKILL.md 5-5 Three.', 'look/a.md 1-1 Four.'],
        'paragraphs with their lines, of enabled skills';
    assert not exists (select from agent.skill_passages('researcher', array['other'])), 'of those that were named';
end
$$;
