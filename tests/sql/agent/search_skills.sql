do $$
begin
    delete from popagent_agent_skills;
    perform agent.create_skill('researcher', 'one', 'Always.', e'Reading maps at night.\n\nWalking in rain.');
    perform agent.create_skill('researcher', 'two', 'Always.', '東京の天気を調べる。', '{"a/b.md": "A map is a drawing, and the map helps."}');
    assert (select array_agg(s.path) from agent.search_skills('researcher', 'map') s) = array['two/a/b.md', 'one/SKILL.md'],
        'stems are found, the passage that says more first';
    assert (select s.first_line from agent.search_skills('researcher', 'rain') s) = 3, 'with its line';
    assert (select s.path from agent.search_skills('researcher', '天気') s) = 'two/SKILL.md', 'without blanks too';
    assert (select array_agg(s.path) from agent.search_skills('researcher', 'map', array['one']) s) = array['one/SKILL.md'], 'in some of them';
    assert (select count(*) from agent.search_skills('researcher', 'map', null, 1)) = 1, 'as many as asked for';
    assert not exists (select from agent.search_skills('researcher', '!! the of')), 'a query without words finds nothing';
    assert not exists (select from agent.search_skills('researcher', null)), 'nor does none';
end
$$;
