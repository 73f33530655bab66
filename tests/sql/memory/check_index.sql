do $$
begin
    perform memory.remember(r, 'green tea ' || n) from unnest(array['a', 'b']) r cross join generate_series(1, 3) n;
    assert not exists (select from memory.check_index()), 'a right index has no faults';
    delete from popagent_memory_postings p where p.resource_id = 'a' and p.term = 'tea' and p.seq = (select min(q.seq) from popagent_memory_postings q where q.term = 'tea');
    assert (select array_agg((c.fault, c.term)::text) from memory.check_index() c) = array['("missing or different posting",tea)'], 'a missing posting';
    assert not exists (select from memory.check_index('b')), 'of one owner';
    update popagent_memory_postings p set frequency = 2 where p.resource_id = 'b' and p.term = 'green';
    assert (select count(*) from memory.check_index('b')) = 6, 'a wrong one, as it is and as it should be';
    insert into popagent_memory_totals (resource_id, memory_count, term_count) values ('c', 1, 1);
    assert (select c.fault from memory.check_index('c') c) = 'totals differ', 'wrong totals';
    delete from popagent_memory_vocabulary v where v.resource_id = 'a' and v.term = 'green';
    assert exists (select from memory.check_index('a') c where (c.fault, c.term) = ('missing in the vocabulary', 'green')), 'an unknown word';
    update popagent_memory_index set terms_version = 0;
    assert exists (select from memory.check_index() c where c.fault like 'made by another version%'), 'and an old version are told';
end
$$;
