do $$
begin
    alter table popagent_memories disable trigger postings_follow_inserts;
    perform memory.remember(r, '🙂' || repeat('🙂', n)) from unnest(array['a', 'b']) r cross join generate_series(1, 10) n;
    insert into popagent_memory_totals (resource_id, memory_count, term_count) select m.resource_id, 1, 0 from popagent_memories m;
    assert memory.fold_totals('a') = 9 and (select count(*) from popagent_memory_totals t where t.resource_id = 'b') = 10, 'one owner is folded';
    assert memory.fold_totals() = 9 and memory.fold_totals() = 0, 'then all';
    assert (select array_agg((t.resource_id, t.memory_count)::text order by t.resource_id) from popagent_memory_totals t) = array['(a,10)', '(b,10)'], 'to the same sums';
    assert not exists (select from memory.check_index()), 'that are right';
end
$$;
