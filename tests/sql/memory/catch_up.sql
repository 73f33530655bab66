do $$
begin
    assert not memory.catch_up(), 'what is right is left alone';
    perform memory.remember('r', 'Tea');
    update popagent_memory_index set terms_version = 0;
    assert memory.catch_up() and not memory.catch_up(), 'an old version is rebuilt, once';
    alter table popagent_memories disable trigger postings_follow_inserts;
    insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at) values ('r', 'fact', 'Unseen', 0.5, now(), now());
    assert memory.catch_up(), 'and what came while the triggers were gone';
    assert exists (select from memory.recall('r', 'unseen')), 'is found';
    assert not exists (select from memory.check_index()), 'is right then';
end
$$;
