do $$
begin
    perform memory.remember('r', 'Tea');
    truncate popagent_memories cascade;
    assert not exists (select from popagent_memory_postings) and not exists (select from popagent_memory_totals)
        and not exists (select from popagent_memory_vocabulary), 'an emptied table has an empty index';
    assert not exists (select from memory.check_index()), 'which is right';
end
$$;
