do $$
declare
    v_pruned record;
    v_case record;
begin
    set local popagent.now = '2026-06-01 12:00+00';
    perform memory.remember('a', 'Old fact ' || n) from generate_series(1, 5) n;
    update popagent_memories set created_at = '2020-01-01';
    perform memory.retain(r, 's', r || n, 'x', clock() - n * interval '1 day') from unnest(array['a', 'b']) r cross join generate_series(1, 100) n;
    perform memory.retain('a', 's', 'to the second', 'x', clock() - interval '90 days 1 second');

    select * into v_pruned from memory.prune();
    assert (v_pruned.expired, v_pruned.surplus) = (21::bigint, 0::bigint), v_pruned::text;
    assert (select min(m.created_at) from popagent_memories m where m.kind = 'episode') = clock() - interval '90 days', 'what is just 90 days old stays';
    assert (select count(*) from memory.facts) = 5, 'facts stay whatever their age';

    select * into v_pruned from memory.prune(p_keep => 100, p_batch => 7);
    assert (v_pruned.expired, v_pruned.surplus) = (0::bigint, 80::bigint), v_pruned::text;
    assert (select (count(*), min(m.created_at)) = (100, clock() - interval '50 days') from popagent_memories m where m.kind = 'episode'), 'the newest of all owners stay';
    select * into v_pruned from memory.prune(p_keep => 100);
    assert (v_pruned.expired, v_pruned.surplus) = (0::bigint, 0::bigint), 'a second time there is nothing to do';

    select * into v_pruned from memory.prune(p_keep_for => interval '40 days', p_keep => 10, p_resource_id => 'a');
    assert (v_pruned.expired, v_pruned.surplus) = (10::bigint, 30::bigint), v_pruned::text;
    assert (select array_agg((m.resource_id, c.count)::text order by 1) from (select resource_id, count(*) from popagent_memories where kind = 'episode' group by 1) m (resource_id, count), lateral (select m.count) c)
        = array['(a,10)', '(b,50)'], 'one owner alone';
    perform memory.prune(p_keep => 0);
    assert not exists (select from memory.episodes) and not exists (select from memory.check_index()), 'down to none, and the index is right';

    for v_case in
        select *
        from (values (interval '-1 day', 1, 1), (interval '1 day', -1, 1), (interval '1 day', 1, 0), (interval '1 day', 1, null)) c (keep_for, keep, batch)
    loop
        begin
            perform memory.prune(v_case.keep_for, v_case.keep, v_case.batch);
            assert false, format('%s must be refused', v_case);
        exception when sqlstate 'PT422' then
            null;
        end;
    end loop;

    perform memory.retain('a', 's', 'n' || n, 'x', clock() - n * interval '1 day') from generate_series(1, 20) n;
    update popagent_memory_retention_settings set episode_days = 10, episodes_kept = 4;
    select * into v_pruned from memory.prune();
    assert (v_pruned.expired, v_pruned.surplus) = (10::bigint, 6::bigint), 'what is not given is as the settings say';
end
$$;
