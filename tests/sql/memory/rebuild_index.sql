do $$
begin
    perform memory.remember(r, 'green tea ' || n, 'k') from unnest(array['a', 'b']) r cross join generate_series(1, 3) n;
    perform memory.retain('a', 's', 'Hello 汇率', 'Hi', '2026-05-04');
    delete from popagent_memory_postings;
    update popagent_memory_totals t set term_count = 7;
    delete from popagent_memory_vocabulary;
    assert memory.rebuild_index('b') = 4, 'one owner''s anew';
    assert not exists (select from memory.check_index('b')), 'and right';
    assert exists (select from memory.check_index('a')), 'and nobody else''s';
    update popagent_memory_index set terms_version = 0;
    assert memory.rebuild_index() = 17, 'or all';
    assert not exists (select from memory.check_index()), 'right as well';
    assert (select count(*) from popagent_memory_postings p join popagent_memories m using (seq) where m.superseded_at is not null) = 0, 'without history';
    assert (select bool_and(v.memory_count is not null) from popagent_memory_vocabulary v), 'with a counted vocabulary';
end
$$;
