do $$
begin
    assert agent.skill_guidance() like '%`skill`%`skill_read`%`skill_search`%', 'it names the tools that skills bring';
end
$$;
