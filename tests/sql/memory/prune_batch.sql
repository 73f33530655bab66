do $$
begin
    perform memory.retain('r', 's', 'q' || n, 'x', timestamptz '2026-01-01' + n * interval '1 hour') from generate_series(1, 10) n;
    assert memory.prune_batch('2026-01-01 03:30+00', null, 2, null) = 2 and memory.prune_batch('2026-01-01 03:30+00', null, 2, null) = 1, 'what is too old, batch by batch';
    assert memory.prune_batch(null, 5, 100, 'stranger') = 0, 'of one owner';
    assert memory.prune_batch(null, 5, 100, 'r') = 2, 'what is beyond a number';
    assert (select array_agg(e.content order by e.created_at) from memory.episodes e) = array(select e'User: q' || n || e'\nAssistant: x' from generate_series(6, 10) n), 'the newest stay';
end
$$;
