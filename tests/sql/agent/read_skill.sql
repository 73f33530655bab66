do $$
declare
    v_told text;
begin
    perform agent.create_skill('researcher', 'look', 'Always.', e'Look.\nTwice.', e'{"a.md": "1\\n2\\n3"}');
    assert agent.read_skill('researcher', 'look', 'a.md') = e'[look/a.md, lines 1 to 3 of 3]\n1\n2\n3', 'a whole file';
    assert agent.read_skill('researcher', 'look', 'a.md', 2, 2) = e'[look/a.md, lines 2 to 2 of 3]\n2', 'one line';
    assert agent.read_skill('researcher', 'look', 'a.md', 3, 99) = e'[look/a.md, lines 3 to 3 of 3]\n3', 'never more than there is';
    assert agent.read_skill('researcher', 'look', 'a.md', 9) like '[look/a.md, lines 9 to 3 of 3]%', 'beyond the end there is nothing';
    assert agent.read_skill('researcher', 'look', 'SKILL.md', 2) = e'[look/SKILL.md, lines 2 to 2 of 2]\nTwice.', 'the instructions too';
    begin
        perform agent.read_skill('researcher', 'look', '../a.md');
    exception when sqlstate 'PT404' then
        v_told := sqlerrm;
    end;
    assert v_told = 'The skill "look" has no file "../a.md". It has: SKILL.md, a.md.', 'what is not there is told with what is';
end
$$;
