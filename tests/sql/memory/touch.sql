do $$
declare
    v_id uuid := (select r.id from memory.remember('r', 'Tea') r);
    v_before bigint := (select count(*) from popagent_memory_totals);
begin
    set local popagent.now = '2026-05-04';
    assert memory.touch(p_ids => array[v_id, gen_random_uuid()]) = 1, 'those that exist';
    assert memory.touch(array[v_id, v_id]) = 1 and memory.touch('{}') = 0 and memory.touch(null) = 0, 'each once';
    assert (select (m.access_count, m.last_accessed_at, m.revision) = (2::bigint, timestamptz '2026-05-04', 1::bigint) from popagent_memories m where m.id = v_id), 'are marked, not changed';
    assert (select count(*) from popagent_memory_totals) = v_before and not exists (select from memory.check_index()), 'the index is left alone';
end
$$;
