do $$
begin
    assert agent.skill_text('look', 'Look.', '{}') = e'# Skill: look\n\nLook.', 'instructions under the name';
    assert agent.skill_text('look', 'Look.', '{"b.md": "1\n2", "a/x.md": "1"}')
        like e'%Look.\n\nFiles of this skill%\n- b.md (2 lines)' , 'then its files';
    assert agent.skill_text('look', 'Look.', '{"b.md": "1", "a/x.md": "1"}') like '%- a/x.md (1 lines)%- b.md%', 'in order';
end
$$;
