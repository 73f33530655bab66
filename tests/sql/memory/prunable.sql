do $$
declare
    v_told record;
    v_done record;
begin
    assert (select (p.expired, p.surplus) = (0, 0) from memory.prunable() p), 'nothing of nothing';
    set local popagent.now = '2026-06-01 12:00+00';
    perform memory.remember('a', 'A fact');
    perform memory.retain(r, 's', r || n, 'x', clock() - n * interval '1 day') from unnest(array['a', 'b']) r cross join generate_series(1, 20) n;
    assert (select (p.expired, p.surplus) = (0, 0) from memory.prunable() p), 'within the limits nothing goes';
    assert (select (p.expired, p.surplus) = (5, 5) from memory.prunable('15 days', 10, 'a') p), 'one owner alone';
    update popagent_memory_retention_settings set episode_days = 12, episodes_kept = 7;
    select * into v_told from memory.prunable();
    select * into v_done from memory.prune();
    assert (v_told.expired, v_told.surplus) = (16::bigint, 17::bigint) and v_told = v_done, 'it tells what pruning does';
end
$$;
