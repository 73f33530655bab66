do $$
declare
    v_all float8[];
    v_led float8[];
begin
    perform memory.retain('r', 's' || n / 3, 'common words number ' || n, case when n % 5 = 0 then 'rare thing' else 'usual thing' end)
    from generate_series(1, 30) n;
    assert (select count(*) from memory.matches('r', 'rare')) = 6, 'what holds a term';
    assert (select bool_and(m.own > 0 and m.talk > 0 and m.cover > 0) from memory.matches('r', 'rare') m), 'with its score';
    assert not exists (select from memory.matches('stranger', 'rare')), 'of its own owner';
    perform memory.recount_vocabulary('r');
    v_all := array(select m.own from memory.matches('r', 'rare common') m order by m.own desc limit 6);
    update popagent_memory_vocabulary v set memory_count = 30000 where v.term = 'common';
    v_led := array(select m.own from memory.matches('r', 'rare common') m order by m.own desc);
    assert cardinality(v_led) = 6, 'beyond the limit of postings the rarest terms choose';
    assert v_led[1] > (select max(m.own) from memory.matches('r', 'rare') m) and v_led[1] <= v_all[1], 'and the rest only add';
end
$$;
