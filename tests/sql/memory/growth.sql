do $$
begin
    set local popagent.now = '2026-12-02 08:00+00';
    perform memory.remember('r', 'This week');
    perform memory.retain('r', 's', 'Hi', 'Hello', '2026-11-24 08:00+00');
    perform memory.retain('r', 's', 'Long ago', 'Yes', '2020-01-01 08:00+00');
    assert (select array_agg(g.facts order by g.week) from memory.growth('r', 3) g) = array[0, 0, 1]::bigint[];
    assert (select array_agg(g.episodes order by g.week) from memory.growth('r', 3) g) = array[0, 1, 0]::bigint[];
    assert (select count(*) from memory.growth('nobody')) = 26, 'empty weeks are weeks';
end
$$;
