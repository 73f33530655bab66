do $$
begin
    assert memory.guidance() like '%`remember`%' and memory.guidance() like '%secret tools%' and memory.guidance() like '%output of tools%',
        'it names the tool, and what is no fact';
end
$$;
