do $$
begin
    perform memory.remember('r', 'green ' || n) from generate_series(1, 20) n;
    perform memory.remember('other', 'green');
    assert (select bool_and(v.memory_count is null) from popagent_memory_vocabulary v), 'new words are not counted';
    insert into popagent_memory_vocabulary (resource_id, term) values ('r', 'green'), ('r', 'gone');
    assert memory.recount_vocabulary('r') = 23, 'all are counted, doubles and strays go';
    assert (select array_agg(v.memory_count) from popagent_memory_vocabulary v where v.resource_id = 'r' and v.term = 'green') = array[20::bigint], 'to how many hold them';
    assert (select count(*) from popagent_memory_vocabulary v where v.resource_id = 'r') = 21, 'one row a term';
    assert (select v.memory_count is null from popagent_memory_vocabulary v where v.resource_id = 'other'), 'of one owner';
    assert memory.recount_vocabulary('r') = 0, 'what did not change is not written';
    delete from popagent_memory_vocabulary v where v.term = 'green' and v.resource_id = 'r';
    assert memory.recount_vocabulary('r') = 1, 'what is missing comes back';
    assert not exists (select from memory.check_index()), 'and the index is right';
    assert (select (c.memory_count, c.recounted_at = clock()) = (20::bigint, true) from popagent_memory_recounts c), 'when it was is noted';
end
$$;
